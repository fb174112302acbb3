package libfizzer

import (
	"path/filepath"
	"testing"
)

// TestWatchdog: a run is ended by its CPU time, however long it has to wait for a processor, and a run that sleeps ends all the same.
func TestWatchdog(t *testing.T) {
	for _, model := range []string{"-m32", "-m64"} {
		program := filepath.Join(t.TempDir(), "program")
		call(t, "clang-19", model, "-O1", "-Wall", "-Wextra", "-Werror", "-o", program, "testdata/watchdog.c")
		call(t, program)
	}
}
