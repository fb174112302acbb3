// Package hubtest starts hubs for tests: in the test's process, or in a process of its own that can be killed.
package hubtest

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/server"
)

// Tool is the version of fizzer in tests.
const Tool = "0.0.1"

// Quick are settings with which lost workers are noticed soon.
func Quick() hub.Settings {
	return hub.Settings{AckWait: 400 * time.Millisecond, Live: time.Second, Age: time.Hour, MaxBytes: 64 << 20}
}

// Start starts a hub in this process and returns its URL.
func Start(t testing.TB) string {
	t.Helper()
	return StartIn(t, t.TempDir())
}

// StartIn is Start with the hub's state in a folder.
func StartIn(t testing.TB, store string) string {
	t.Helper()
	s, err := server.Start(server.Options{Listen: "127.0.0.1:0", Store: store})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	return s.URL()
}

// Connect connects to a hub.
func Connect(t testing.TB, url string, settings hub.Settings) *hub.Hub {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	h, err := hub.Connect(ctx, hub.Access{URL: url, Tool: Tool, Name: t.Name()}, settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// listenVariable and storeVariable tell a test's executable to be a hub.
const (
	listenVariable = "FIZZER_TEST_HUB_LISTEN"
	storeVariable  = "FIZZER_TEST_HUB_STORE"
)

// Main is for TestMain: in the process of Process it is a hub and never returns.
func Main() {
	listen := os.Getenv(listenVariable)
	if listen == "" {
		return
	}
	s, err := server.Start(server.Options{Listen: listen, Store: os.Getenv(storeVariable)})
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("url", s.URL())
	_, _ = os.Stdin.Read(make([]byte, 1)) // until the test ends
	s.Stop()
	os.Exit(0)
}

// Process is a hub in a process of its own, always at the same address with the same store.
type Process struct {
	URL     string
	t       testing.TB
	store   string
	command *exec.Cmd
}

// StartProcess starts one. The test's TestMain has to call Main.
func StartProcess(t testing.TB) *Process {
	t.Helper()
	p := &Process{t: t, store: t.TempDir()}
	p.Start()
	t.Cleanup(p.Kill)
	return p
}

// Start starts the hub, after Kill once more.
func (p *Process) Start() {
	p.t.Helper()
	listen := "127.0.0.1:0"
	if p.URL != "" {
		listen = strings.TrimPrefix(p.URL, "nats://")
	}
	p.command = exec.Command(os.Args[0], "-test.run=^$")
	p.command.Env = append(os.Environ(), listenVariable+"="+listen, storeVariable+"="+p.store)
	p.command.Stderr = os.Stderr
	out, err := p.command.StdoutPipe()
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := p.command.StdinPipe(); err != nil { // it ends with this process
		p.t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		p.t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "url ")
	if err != nil || !ok {
		p.t.Fatalf("the hub said %q, error %v", line, err)
	}
	p.URL = url
}

// Kill kills the hub, as kill -9 does.
func (p *Process) Kill() {
	_ = p.command.Process.Kill() // it may have ended
	_ = p.command.Wait()
}
