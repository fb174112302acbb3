package toolchain

import (
	"context"
	"errors"
	"testing"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
)

// TestToolsOutliveALauncher: when somebody kills the launcher before a tool begins, another sandbox runs the tool; if that is killed, too,
// the error says so.
func TestToolsOutliveALauncher(t *testing.T) {
	for killed := range 3 {
		launchers := 0
		kill := func(pid int) {
			if launchers++; launchers <= killed && unix.Kill(pid, unix.SIGKILL) != nil {
				t.Error("it cannot be killed")
			}
		}
		tools, err := newTools(context.Background(), Options{Scratch: t.TempDir(), Started: kill})
		if err != nil {
			t.Fatal(err)
		}
		_, err = tools.run("true")
		tools.close()
		if errors.Is(err, sandbox.ErrEnded) != (killed == 2) || err != nil && killed < 2 || launchers != min(killed+1, 2) {
			t.Errorf("%d launchers of which %d are killed: %v", launchers, killed, err)
		}
	}
}
