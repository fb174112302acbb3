// Package hubtest starts hubs for tests: in the test's process, or in a process of its own that can be killed.
package hubtest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

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
	diskVariable   = "FIZZER_TEST_HUB_DISK" // size of a disk for the store, in bytes; empty: the folder's own
)

// Main is for TestMain: in the process of Process it is a hub and never returns.
func Main() {
	listen := os.Getenv(listenVariable)
	if listen == "" {
		return
	}
	store := os.Getenv(storeVariable)
	if size := os.Getenv(diskVariable); size != "" {
		if err := unix.Mount("disk", store, "tmpfs", 0, "size="+size); err != nil {
			fmt.Println("error: no small disk:", err)
			os.Exit(1)
		}
	}
	s, err := server.Start(server.Options{Listen: listen, Store: store, MaxBytes: 10 << 30})
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
	Store   string // folder
	disk    int    // bytes; 0: that of the folder
	t       testing.TB
	command *exec.Cmd
}

// StartProcess starts one. The test's TestMain has to call Main.
func StartProcess(t testing.TB) *Process {
	t.Helper()
	p := &Process{t: t, Store: t.TempDir()}
	p.Start()
	t.Cleanup(p.Kill)
	return p
}

// StartOnDisk starts one whose store is on a small disk of its own, which its end empties.
func StartOnDisk(t testing.TB, size int) *Process {
	t.Helper()
	p := &Process{t: t, Store: t.TempDir(), disk: size}
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
	p.command.Env = append(os.Environ(), listenVariable+"="+listen, storeVariable+"="+p.Store)
	p.command.Stderr = os.Stderr
	if p.disk > 0 {
		p.command.Env = append(p.command.Env, fmt.Sprint(diskVariable, "=", p.disk))
		p.command.SysProcAttr = &unix.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
			UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}}
	}
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

// FillDisk fills the disk of StartOnDisk, as others that use it might; free makes the room again.
func (p *Process) FillDisk() (free func()) {
	p.t.Helper()
	path := fmt.Sprintf("/proc/%d/root%s/of-others", p.ID(), p.Store)
	file, err := os.Create(path)
	if err != nil {
		p.t.Fatal(err)
	}
	defer file.Close()
	for err == nil {
		_, err = file.Write(make([]byte, 4096))
	}
	if !errors.Is(err, unix.ENOSPC) {
		p.t.Fatal(err)
	}
	return func() {
		if err := os.Remove(path); err != nil {
			p.t.Error(err)
		}
	}
}

// ID is that of the process.
func (p *Process) ID() int { return p.command.Process.Pid }

// Kill kills the hub, as kill -9 does.
func (p *Process) Kill() {
	_ = p.command.Process.Kill() // it may have ended
	_ = p.command.Wait()
}
