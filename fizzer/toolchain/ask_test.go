package toolchain

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fizzer/libfizzer/sandbox"
)

// A tool that is asked what it is ends with the context, with its children, and does not delay who asks although a child holds its output.
func TestAsk(t *testing.T) {
	folder := t.TempDir()
	for name, script := range map[string]string{"says": "echo 17.1", "fails": "exit 3", "clang": "/bin/sleep 1000 & echo >&2; wait",
		"holds": "/bin/sleep 1000 &"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if output, err := Ask(t.Context(), filepath.Join(folder, "says")); output != "17.1\n" || err != nil {
		t.Error(output, err)
	}
	if _, err := Ask(t.Context(), filepath.Join(folder, "fails")); err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Error(err)
	}
	if _, err := Ask(t.Context(), filepath.Join(folder, "holds")); err == nil {
		t.Error("a process that is left behind is no error")
	}
	t.Setenv("PATH", folder)
	reason := errors.New("the limit")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(100*time.Millisecond, func() { cancel(reason) })
	_, _, err := FindClang(ctx)
	if interrupted := new(sandbox.InterruptedError); !errors.As(err, &interrupted) || !errors.Is(err, reason) {
		t.Error(err)
	}
}
