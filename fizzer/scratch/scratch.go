// Package scratch makes folders for the files of one run, and removes the folders of runs that were killed.
//
// The process that owns a folder holds a lock (flock) on it. The kernel releases the lock when the process ends,
// in whatever way; so a folder whose lock is free has no owner any more. The temporary folder may be shared with
// attackers, so this package only looks at real folders of our own user with our kind of name, by descriptors, and
// follows no symbolic link.
package scratch

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/folders"
)

// Folder is a scratch folder of this process.
type Folder struct {
	Path   string // absolute
	parent int    // descriptor of the temporary folder
	lock   *os.File

	spare []int // reserved for Remove, for the case that all other descriptors are in use
}

// spares is the most descriptors that Remove has open at once, and one that a test may have.
const spares = folders.Descriptors + 1

// readAtOnce is how many names of a folder are read at once.
const readAtOnce = 1024

// prefix begins the name of every scratch folder; 16 hexadecimal digits follow.
const prefix = "fizzer-scratch-"

var named = regexp.MustCompile(`^` + prefix + `[0-9a-f]{16}$`)

// maxTries bounds how often another process may take a new folder for an abandoned one before it gets locked.
const maxTries = 100

// misread are characters in the names of output files that gcc's assembler (") or clang (%, of temporary files) takes for something else.
const misread = `"%`

// Make makes a folder in the temporary folder (TMPDIR), and removes the folders there whose owners are gone: within a
// second, or beside what follows. A folder that cannot be removed stays and is not an error.
func Make() (*Folder, error) { return MakeIn(os.TempDir()) }

// MakeIn is Make in another temporary folder.
func MakeIn(parent string) (*Folder, error) { return makeIn(parent, sweepPatience) }

func makeIn(parent string, patience time.Duration) (*Folder, error) {
	parent, err := filepath.Abs(parent) // the programs that are started work in other folders
	if i := strings.IndexAny(parent, misread); err == nil && i >= 0 {
		err = fmt.Errorf("compilers and assemblers misread a %c in the name of a folder", parent[i])
	}
	if err != nil {
		return nil, &Error{parent, err}
	}
	waitFor(patience, func() { sweep(parent) })
	for range maxTries {
		folder, err := try(parent)
		if err != nil {
			return nil, &Error{parent, err}
		}
		if folder != nil {
			return folder, nil
		}
	}
	return nil, &Error{parent, errors.New("each new folder vanishes")}
}

// Error says that a temporary folder cannot be used.
type Error struct {
	Folder string
	Err    error
}

// Error says why, and what to do.
func (e *Error) Error() string {
	return fmt.Sprintf("the temporary folder %s cannot be used: %v; name another one with the environment variable TMPDIR", e.Folder, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// newName returns a name that no folder has.
func newName() string {
	random := make([]byte, 8)
	_, _ = rand.Read(random) // never fails
	return prefix + hex.EncodeToString(random)
}

// try makes a folder and locks it. It returns nil when another process removed the folder before it was locked.
func try(parent string) (*Folder, error) {
	path := filepath.Join(parent, newName())
	if err := os.Mkdir(path, 0o700); err != nil {
		return nil, err
	}
	fd, err := unix.Open(path, folders.Flags, 0)
	if errors.Is(err, unix.ENOENT) {
		return nil, nil
	}
	if err != nil {
		return nil, errors.Join(&os.PathError{Op: "open", Path: path, Err: err}, os.Remove(path))
	}
	lock := os.NewFile(uintptr(fd), path)
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) || !still(lock) {
		return nil, lock.Close()
	}
	folder := &Folder{Path: path, parent: -1, lock: lock} // without locks in the file system there are no abandoned folders either
	if err := folder.keepDescriptors(); err != nil {
		folder.release()
		return nil, errors.Join(err, os.Remove(path), lock.Close())
	}
	return folder, nil
}

// keepDescriptors opens the temporary folder, wherever it will be moved, and reserves descriptors for Remove.
func (f *Folder) keepDescriptors() (err error) {
	parent := filepath.Dir(f.Path)
	if f.parent, err = unix.Open(parent, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err != nil {
		return &os.PathError{Op: "open", Path: parent, Err: err}
	}
	for range spares {
		fd, err := unix.FcntlInt(f.lock.Fd(), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			return fmt.Errorf("scratch folder %s: %w; raise the limit of open files (ulimit -n)", f.Path, err)
		}
		f.spare = append(f.spare, fd)
	}
	return nil
}

// Check returns an *Error if the folder is gone: somebody has removed it.
func (f *Folder) Check() error {
	if still(f.lock) {
		return nil
	}
	return &Error{filepath.Dir(f.Path), fmt.Errorf("%s was removed while it was used", f.Path)}
}

// release closes the descriptors but that of the lock.
func (f *Folder) release() {
	f.releaseSpares()
	if f.parent >= 0 {
		unix.Close(f.parent)
	}
	f.parent = -1
}

func (f *Folder) releaseSpares() {
	for _, fd := range f.spare {
		unix.Close(fd)
	}
	f.spare = nil
}

// still reports whether the open folder is the one that has its name.
func still(folder *os.File) bool {
	opened, err1 := folder.Stat()
	present, err2 := os.Lstat(folder.Name())
	return err1 == nil && err2 == nil && os.SameFile(opened, present)
}

// maxRemovals bounds how often the folder is emptied while somebody fills it who has an open folder in it.
const maxRemovals = 1000

// stillIn reports whether the folder has its name in the temporary folder.
func (f *Folder) stillIn() (bool, error) {
	var opened, present unix.Stat_t
	if err := unix.Fstat(int(f.lock.Fd()), &opened); err != nil {
		return false, err
	}
	err := unix.Fstatat(f.parent, filepath.Base(f.Path), &present, unix.AT_SYMLINK_NOFOLLOW)
	if errors.Is(err, unix.ENOENT) {
		return false, nil
	}
	return err == nil && opened.Dev == present.Dev && opened.Ino == present.Ino, err
}

// Remove removes the folder and everything in it, whatever its permissions and depth, and releases the lock. It first gives the folder
// another name, so that a step that still runs does not fill it further.
func (f *Folder) Remove() error {
	f.releaseSpares()
	defer f.release()
	name := filepath.Base(f.Path)
	still, err := f.stillIn()
	if err == nil && !still { // somebody has removed it; a later step may have made it again
		RemoveAbandoned(f.parent, name)
		return f.lock.Close()
	}
	if other := newName(); folders.Rename(f.parent, name, f.parent, other) == nil { // else it keeps its name
		name = other
	}
	for range maxRemovals {
		if err = folders.EmptyAt(int(f.lock.Fd())); err == nil {
			err = unix.Unlinkat(f.parent, name, unix.AT_REMOVEDIR)
		}
		if !errors.Is(err, unix.ENOTEMPTY) {
			break
		}
	}
	if err != nil {
		err = fmt.Errorf("scratch folder %s: %w", filepath.Join(filepath.Dir(f.Path), name), err)
	}
	return errors.Join(err, f.lock.Close())
}

// sweepPatience is how long a new run waits until the folders of killed ones are removed. Half a million files take ten seconds.
const sweepPatience = time.Second

// waitFor waits until do has ended, for that time at most. Then do goes on beside the process, until that ends; the next sweep continues.
func waitFor(patience time.Duration, do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-time.After(patience):
	}
}

// sweep removes the folders in parent whose owners are gone.
func sweep(parent string) {
	fd, err := unix.Open(parent, folders.Flags&^unix.O_NOFOLLOW, 0)
	if err != nil {
		return
	}
	folder := os.NewFile(uintptr(fd), parent)
	defer folder.Close()
	for {
		names, err := folder.Readdirnames(readAtOnce)
		for _, name := range names {
			if named.MatchString(name) {
				RemoveAbandoned(fd, name)
			}
		}
		if err != nil || len(names) == 0 {
			return
		}
	}
}

// RemoveAbandoned removes the folder of that name in an open folder if it is ours and nobody holds its lock.
func RemoveAbandoned(parent int, name string) {
	fd, err := unix.Openat(parent, name, folders.Flags, 0)
	if err != nil {
		return
	}
	defer unix.Close(fd)
	var status unix.Stat_t
	if unix.Fstat(fd, &status) != nil || int(status.Uid) != os.Geteuid() || unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB) != nil {
		return
	}
	if folders.EmptyAt(fd) == nil {
		_ = unix.Unlinkat(parent, name, unix.AT_REMOVEDIR)
	}
}
