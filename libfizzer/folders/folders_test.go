package folders

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestFoldersAreEmptied(t *testing.T) {
	t.Run("usual", emptyFolders)
	t.Run("simple renames only", func(t *testing.T) { // as on NFS
		defer func(f func(int, string, int, string, uint) error) { renameat2 = f }(renameat2)
		renameat2 = func(int, string, int, string, uint) error { return unix.EINVAL }
		emptyFolders(t)
	})
}

func emptyFolders(t *testing.T) {
	folder := t.TempDir()
	outside := filepath.Join(t.TempDir(), "kept")
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(outside, []byte("x"), 0o600))
	must(os.MkdirAll(filepath.Join(folder, "closed", "inner", "more"), 0o700))
	for i := range 200 {
		must(os.WriteFile(filepath.Join(folder, "closed", fmt.Sprint(i)), nil, 0))
	}
	must(os.WriteFile(filepath.Join(folder, "moved-1"), nil, 0)) // a name that Empty itself uses
	must(os.Symlink(filepath.Dir(outside), filepath.Join(folder, "closed", "link")))
	must(unix.Mkfifo(filepath.Join(folder, "fifo"), 0))
	must(os.Chmod(filepath.Join(folder, "closed", "inner"), 0))
	must(os.Chmod(filepath.Join(folder, "closed"), 0))
	nest(t, folder, 1500)
	must(Empty(folder))
	left, err := os.ReadDir(folder)
	must(err)
	if len(left) > 0 {
		t.Errorf("%d entries are left: %v", len(left), left[0])
	}
	if _, err := os.Stat(outside); err != nil {
		t.Errorf("the target of a symbolic link was removed: %v", err)
	}
}

// nest makes folders nested deeper than a path can name.
func nest(t *testing.T, folder string, depth int) {
	t.Helper()
	at, err := unix.Open(folder, unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	for range depth {
		if err != nil {
			t.Fatal(err)
		}
		if err = unix.Mkdirat(at, "deep", 0o700); err != nil {
			continue
		}
		var inner int
		inner, err = unix.Openat(at, "deep", unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		_ = unix.Close(at)
		at = inner
	}
	_ = unix.Close(at)
}

// TestFailureIsReported: entries that cannot be removed are reported without further passes.
func TestFailureIsReported(t *testing.T) {
	if err := Empty("/proc/self/fdinfo"); err == nil || !strings.Contains(err.Error(), "not permitted") {
		t.Errorf("the error is %v", err)
	}
	if err := Empty(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the error for a folder that is not there is %v", err)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	if err := Empty(link); err == nil {
		t.Error("a link was followed")
	}
}
