package cli

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
)

// mainVariable makes the test's executable the tool: a worker starts its own executable.
const mainVariable = "FIZZER_TEST_MAIN"

func TestMain(m *testing.M) {
	if os.Getenv(mainVariable) != "" {
		os.Exit(Main(os.Args, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// write writes files below a folder, by their names.
func write(t *testing.T, folder string, all map[string]string) {
	t.Helper()
	for name, text := range all {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil { // some are programs
			t.Fatal(err)
		}
	}
}

// content returns the text of a file; empty: there is none.
func content(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}

// names returns the names of the files and folders in a folder, with a space between them.
func names(t *testing.T, folder string) string {
	t.Helper()
	all, err := fs.Glob(os.DirFS(folder), "*")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

// ended is how a command line has to end: with an exit code and words in what it wrote.
type ended struct {
	code int
	said string
}

// check runs command lines and compares how they end. $ stands for the folder.
func check(t *testing.T, folder string, lines map[string]ended) {
	t.Helper()
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		want := lines[line]
		code, out, messages := call(strings.ReplaceAll(line, "$", folder))
		if code != want.code || !strings.Contains(out+messages, want.said) {
			t.Errorf("%s\nended with %d, want %d and %q:\n%s%s", line, code, want.code, want.said, out, messages)
		}
	}
}

// heard is what a command has written so far.
type heard struct {
	lock sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (h *heard) Write(p []byte) (int, error) {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.text.Write(p)
}

func (h *heard) String() string {
	h.lock.Lock()
	defer h.lock.Unlock()
	return h.text.String()
}

// command is a command line that runs beside the test.
type command struct {
	out, messages heard
	code          int           // once it has ended
	ended         chan struct{} // closed then
	stop          context.CancelFunc
}

// begin begins a command line. It ends with the test at the latest.
func begin(t *testing.T, line string) *command {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	c := &command{ended: make(chan struct{}), stop: stop}
	go func() {
		defer close(c.ended)
		c.code = mainUntil(ctx, strings.Fields(line), &c.out, &c.messages)
	}()
	t.Cleanup(func() { c.end() })
	return c
}

// wait waits until the command has ended by itself, and returns its exit code.
func (c *command) wait() int {
	<-c.ended
	return c.code
}

// end ends the command as a signal does, and returns its exit code.
func (c *command) end() int {
	c.stop()
	return c.wait()
}

// until waits until something is so, which the command does. It fails if the command ends before.
func (c *command) until(t *testing.T, what string, so func() bool) {
	t.Helper()
	for !so() {
		select {
		case <-c.ended:
			if !so() {
				t.Fatalf("never %s: the command ended with %d\n%s%s", what, c.code, c.out.String(), c.messages.String())
			}
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// startHub starts a hub in this process. It returns its URL and a connection of this version of the tool.
func startHub(t *testing.T) (string, *hub.Hub) {
	t.Helper()
	url := hubtest.Start(t)
	h, err := hub.Connect(t.Context(), hub.Access{URL: url, Tool: Version, Name: t.Name()}, hub.Settings{Age: time.Hour, MaxBytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return url, h
}
