package scratch

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/folders"
	"fizzer/testcomp/files"
)

func entries(t *testing.T, folder string) []os.DirEntry {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestMakeAndRemove(t *testing.T) {
	parent := t.TempDir()
	first, err1 := makeIn(parent, time.Hour)
	second, err2 := makeIn(parent, time.Hour)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	if first.Path == second.Path || len(entries(t, parent)) != 2 {
		t.Fatalf("%s and %s: a living folder was removed, or taken twice", first.Path, second.Path)
	}
	if info, err := os.Stat(first.Path); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v %v", info, err)
	}
	if err := errors.Join(first.Remove(), second.Remove()); err != nil || len(entries(t, parent)) != 0 {
		t.Errorf("%v, left: %v", err, entries(t, parent))
	}
}

// The temporary folder may be a symbolic link, or get another name.
func TestParents(t *testing.T) {
	place := t.TempDir()
	parent, link, later := filepath.Join(place, "real"), filepath.Join(place, "link"), filepath.Join(place, "later")
	if err := errors.Join(os.Mkdir(parent, 0o700), os.Symlink(parent, link)); err != nil {
		t.Fatal(err)
	}
	folder, err := makeIn(link, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Remove(); err != nil || len(entries(t, parent)) != 0 {
		t.Errorf("by a link: %v, left: %v", err, entries(t, parent))
	}
	if folder, err = makeIn(parent, time.Hour); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(parent, later); err != nil {
		t.Fatal(err)
	}
	if err := folder.Remove(); err != nil || len(entries(t, later)) != 0 {
		t.Errorf("moved: %v, left: %v", err, entries(t, later))
	}
}

// A folder that somebody removes, and that a later step makes again, is noticed and goes all the same.
func TestRemovedMeanwhile(t *testing.T) {
	parent := t.TempDir()
	folder, err := makeIn(parent, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if err := folder.Check(); err != nil {
		t.Error(err)
	}
	if err := os.RemoveAll(folder.Path); err != nil {
		t.Fatal(err)
	}
	var gone *Error
	if err := folder.Check(); !errors.As(err, &gone) || gone.Folder != parent {
		t.Errorf("%v", err)
	}
	if err := os.MkdirAll(filepath.Join(folder.Path, "again"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := folder.Check(); err == nil {
		t.Error("another folder of the name passes for it")
	}
	if err := folder.Remove(); err != nil || len(entries(t, parent)) != 0 {
		t.Errorf("%v, left: %v", err, entries(t, parent))
	}
}

// Steps that go on while the folder is removed neither keep it nor make it again.
func TestFilledMeanwhile(t *testing.T) {
	parent := t.TempDir()
	for range 20 {
		folder, err := makeIn(parent, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		var filling, started sync.WaitGroup
		var removed atomic.Bool
		for i := range 4 {
			started.Add(1)
			filling.Go(func() {
				inner := filepath.Join(folder.Path, fmt.Sprint(i))
				started.Done()
				for files.MakeFolder(inner, 0o700) == nil && !removed.Load() {
					_ = files.MakeBelow(inner, filepath.Join(inner, "a", "b"))
					_ = os.WriteFile(filepath.Join(inner, "a", "b", "file"), nil, 0o600)
				}
			})
		}
		started.Wait()
		err = folder.Remove()
		removed.Store(true)
		filling.Wait()
		if err != nil || len(entries(t, parent)) != 0 {
			t.Fatalf("%v, left: %v", err, entries(t, parent))
		}
	}
}

// ownerVariable turns the test's executable into a process that makes a folder and waits to be killed.
const ownerVariable = "SCRATCH_OWNER"

func TestMain(m *testing.M) {
	if parent := os.Getenv(ownerVariable); parent != "" {
		folder, err := makeIn(parent, time.Hour)
		fmt.Println(folder.Path, err)
		time.Sleep(time.Hour) // a bare select would end the process: the runtime sees that nothing is left to wake it
	}
	os.Exit(m.Run())
}

// owner starts a process that has a folder in parent, and returns it with the folder.
func owner(t *testing.T, parent string) (*exec.Cmd, string) {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), ownerVariable+"="+parent)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { command.Process.Kill(); command.Wait() })
	var path, failure string
	line, err := bufio.NewReader(out).ReadString('\n')
	if _, scan := fmt.Sscan(line, &path, &failure); err != nil || scan != nil || failure != "<nil>" {
		t.Fatalf("%q: %v, %v", line, err, scan)
	}
	return command, path
}

func TestFoldersOfTheDeadGo(t *testing.T) {
	parent := t.TempDir()
	killed, left := owner(t, parent)
	_, kept := owner(t, parent)
	if err := os.WriteFile(filepath.Join(left, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed.Wait()
	if len(entries(t, parent)) != 2 {
		t.Fatal("the folder went with its owner")
	}
	folder, err := makeIn(parent, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Remove()
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder of a killed process stays: %v", err)
	}
	if _, err := os.Stat(kept); err != nil {
		t.Errorf("the folder of a living process is gone: %v", err)
	}
}

// A removal that takes long does not delay the next run, and goes on beside it.
func TestLongSweep(t *testing.T) {
	hold, ended := make(chan struct{}), make(chan struct{})
	waitFor(0, func() { <-hold; close(ended) }) // or it never returns
	close(hold)
	<-ended
}

// Many processes start at once where many were killed: each gets a folder of its own, and the old folders go.
func TestManyAtOnce(t *testing.T) {
	parent := t.TempDir()
	const runs = 40
	for i := range runs {
		if err := os.MkdirAll(filepath.Join(parent, fmt.Sprintf("%s%016x", prefix, i), "inner"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	var all sync.WaitGroup
	folders := make([]*Folder, runs)
	for i := range folders {
		all.Add(1)
		go func() {
			defer all.Done()
			var err error
			if folders[i], err = makeIn(parent, time.Hour); err != nil {
				t.Error(err)
			} else if err := os.WriteFile(filepath.Join(folders[i].Path, "own"), nil, 0o600); err != nil {
				t.Error(err)
			}
		}()
	}
	all.Wait()
	if found := entries(t, parent); len(found) != runs {
		t.Errorf("%d folders instead of %d", len(found), runs)
	}
	for _, folder := range folders {
		if err := folder.Remove(); err != nil {
			t.Error(err)
		}
	}
}

// Folders that others may have planted, or whose names are not ours, stay.
func TestForeignFoldersStay(t *testing.T) {
	parent, elsewhere := t.TempDir(), t.TempDir()
	precious := filepath.Join(elsewhere, "precious")
	name := func(digits string) string { return filepath.Join(parent, prefix+digits) }
	if err := errors.Join(
		os.WriteFile(precious, nil, 0o600),
		os.Symlink(elsewhere, name("0123456789abcdef")),
		os.WriteFile(name("0123456789abcdee"), nil, 0o600),
		os.Mkdir(name("notes"), 0o700),
		os.Mkdir(filepath.Join(parent, "fizzer-2026"), 0o700),
		os.Mkdir(name("0123456789abcdec"), 0o700),
	); err != nil {
		t.Fatal(err)
	}
	others := 4
	if os.Getuid() == 0 {
		others++
		if err := os.Chown(name("0123456789abcdec"), 65534, 65534); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := makeIn(parent, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(precious); err != nil {
		t.Errorf("a file behind a link: %v", err)
	}
	if err := folder.Remove(); err != nil || len(entries(t, parent)) != others {
		t.Errorf("%v, left: %v", err, entries(t, parent))
	}
}

// deep makes nested folders and leaves each of them without any permission.
func deep(t *testing.T, folder string, levels int) {
	t.Helper()
	fd, err := unix.Open(folder, folders.Flags, 0)
	if err != nil {
		t.Fatal(err)
	}
	for range levels {
		inner := -1
		if err = unix.Mkdirat(fd, "d", 0o700); err == nil {
			inner, err = unix.Openat(fd, "d", folders.Flags, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(unix.Fchmod(fd, 0), unix.Close(fd)); err != nil {
			t.Fatal(err)
		}
		fd = inner
	}
	unix.Close(fd)
}

// Also run it as an ordinary user, whom permissions stop.
func TestUnremovable(t *testing.T) {
	parent, elsewhere := t.TempDir(), t.TempDir()
	folder, err := makeIn(parent, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(folder.Path, name) }
	precious := filepath.Join(elsewhere, "precious")
	if err := errors.Join(
		os.WriteFile(precious, nil, 0o600),
		os.MkdirAll(in("locked/inner"), 0o700),
		os.WriteFile(in("locked/inner/file"), nil, 0),
		os.Symlink(elsewhere, in("locked/link")),
		os.Symlink(elsewhere, in("link")),
		os.Mkdir(in("moved-1"), 0o700), // a name that the emptier gives, too
		os.Chmod(in("locked/inner"), 0),
		os.Chmod(in("locked"), 0),
		os.MkdirAll(in("many"), 0o700),
	); err != nil {
		t.Fatal(err)
	}
	for i := range 3000 {
		if err := os.Mkdir(in(fmt.Sprintf("many/%d", i)), 0); err != nil {
			t.Fatal(err)
		}
	}
	deep(t, folder.Path, 10_000)
	if err := withFewDescriptors(t, folder.Remove); err != nil || len(entries(t, parent)) != 0 {
		t.Errorf("%v, left: %v", err, entries(t, parent))
	}
	if _, err := os.Stat(precious); err != nil {
		t.Errorf("a file behind a link: %v", err)
	}
}

// withFewDescriptors calls do with a low limit of open files.
func withFewDescriptors(t *testing.T, do func() error) error {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	few := before
	few.Cur = 64
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &before)
	return do()
}

func TestMakeFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	quote, percent := filepath.Join(t.TempDir(), `a"b`), filepath.Join(t.TempDir(), "%s")
	for _, parent := range []string{quote, percent} {
		if err := os.Mkdir(parent, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, parent := range []string{file, file + "-gone", quote, percent} {
		if _, err := makeIn(parent, time.Hour); err == nil {
			t.Errorf("a folder was made in %s", parent)
		}
	}
}
