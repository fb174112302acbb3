package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"fizzer/fizzer/confined"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

// TestTemporaryFolder: a folder that root gives away to its compilers is in one that stays ours, by which a later run finds what a killed
// one left; and everybody may pass through that.
func TestTemporaryFolder(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	folder, remove, err := temporaryFolder()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getuid() == 0 {
		if err := os.Chown(folder, 65534, 65534); err != nil {
			t.Fatal(err)
		}
	}
	outer, err := os.Stat(filepath.Dir(folder))
	if err != nil {
		t.Fatal(err)
	}
	if owner := outer.Sys().(*syscall.Stat_t).Uid; int(owner) != os.Getuid() || outer.Mode().Perm()&0o001 == 0 {
		t.Errorf("the outer folder has the owner %d and the mode %v", owner, outer.Mode())
	}
	remove()
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left: %v (%v)", left, err)
	}
}

// TestScratchOfAbandonedStep: a step that goes on behind the limit leaves nothing in the temporary folder, also if it continues after the
// folder of its files is gone.
func TestScratchOfAbandonedStep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	tools(t, map[string]string{"gcc": "exit 1"})
	program := filepath.Join(t.TempDir(), "a.c")
	if err := os.WriteFile(program, []byte("int main(void) { return 0; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	removed, end := make(chan struct{}), make(chan error)
	var folder string
	hold := func(context.Context, confined.Options, []string, error) (*task.Harness, error) {
		if left, err := filepath.Glob(filepath.Join(os.TempDir(), "*", "files")); err == nil && len(left) == 1 {
			folder = left[0]
		}
		cancel()
		<-removed
		_, err := source.Copy([]string{program}, filepath.Join(folder, "source"))
		end <- err
		return nil, err
	}
	if _, err := fromObjects(ctx, noLimits(), options{}, &task.Task{Programs: []string{program}, DataModel: task.LP64}, hold); err == nil {
		t.Error("the step ended")
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || folder == "" || len(left) > 0 {
		t.Errorf("left of %q: %v (%v)", folder, left, err)
	}
	close(removed)
	if err := <-end; !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after that: %v", err)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left after that: %v (%v)", left, err)
	}
}
