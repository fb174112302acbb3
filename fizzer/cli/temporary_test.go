package cli

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
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
