package scratch

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// folderFlags open a folder itself, never one that a symbolic link leads to.
const folderFlags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

const (
	readAtOnce = 1024 // names
	maxPasses  = 1000 // through a folder that move nothing up: somebody may still be filling it
	maxMoved   = 1e8  // folders
)

// Empty removes all that is in the folder at path, which has to be ours, whatever its permissions and depth. It follows
// no symbolic link.
func Empty(path string) error {
	fd, err := unix.Open(path, folderFlags, 0)
	if err != nil {
		return &os.PathError{Op: "open", Path: path, Err: err}
	}
	defer unix.Close(fd)
	return empty(fd)
}

// emptier empties a folder. A folder in it is first moved up beside the others, and its own folders after it: so neither
// descriptors nor the length of a path bound how deep they may lie.
type emptier struct {
	root  int    // descriptor of the folder
	moved uint64 // names given to what was moved up
}

// empty removes all that is in the folder of that descriptor.
func empty(root int) error {
	if err := unix.Fchmod(root, 0o700); err != nil {
		return err
	}
	e := emptier{root: root}
	for passes := 0; passes < maxPasses && e.moved < maxMoved; passes++ {
		before := e.moved
		found, err := each(root, e.remove)
		if !found || err != nil {
			return err
		}
		if e.moved > before {
			passes = 0
		}
	}
	return errors.New("somebody is still filling it")
}

// each calls do for the names in a folder, once; some may be left out when do removes others. It tells whether there are any.
func each(folder int, do func(name string) error) (found bool, err error) {
	fd, err := unix.Openat(folder, ".", folderFlags, 0)
	if err != nil {
		return false, err
	}
	file := os.NewFile(uintptr(fd), ".")
	defer file.Close()
	for {
		names, err := file.Readdirnames(readAtOnce)
		for _, name := range names {
			if err := do(name); err != nil {
				return true, fmt.Errorf("%q: %w", name, err)
			}
		}
		found = found || len(names) > 0
		if errors.Is(err, io.EOF) {
			return found, nil
		}
		if err != nil {
			return found, err
		}
	}
}

// remove removes an entry of the root folder; the folders in it stay, beside it.
func (e *emptier) remove(name string) error {
	err := unix.Unlinkat(e.root, name, 0)
	if !errors.Is(err, unix.EISDIR) {
		return gone(err)
	}
	folder, err := openForced(e.root, name)
	if err != nil {
		return gone(err)
	}
	defer unix.Close(folder)
	_, err = each(folder, func(inner string) error { return e.moveUp(folder, inner) })
	if err != nil {
		return err
	}
	if err = unix.Unlinkat(e.root, name, unix.AT_REMOVEDIR); errors.Is(err, unix.ENOTEMPTY) {
		return nil // left for the next pass
	}
	return gone(err)
}

// moveUp removes a file of the folder, or moves a folder to the root.
func (e *emptier) moveUp(folder int, name string) error {
	err := unix.Unlinkat(folder, name, 0)
	if !errors.Is(err, unix.EISDIR) {
		return gone(err)
	}
	inner, err := openForced(folder, name) // to be moved it must be writable
	if err != nil {
		return gone(err)
	}
	unix.Close(inner)
	for {
		e.moved++
		err = unix.Renameat2(folder, name, e.root, fmt.Sprintf("moved-%d", e.moved), unix.RENAME_NOREPLACE)
		if !errors.Is(err, unix.EEXIST) {
			return gone(err)
		}
	}
}

// openForced opens a folder after it has given its owner all rights.
func openForced(parent int, name string) (int, error) {
	path, err := unix.Openat(parent, name, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	defer unix.Close(path)
	// The descriptor's name in /proc, because fchmod takes none made by O_PATH and fchmodat follows links.
	_ = unix.Chmod(fmt.Sprintf("/proc/self/fd/%d", path), 0o700) // a failure shows when it is opened
	return unix.Openat(path, ".", folderFlags, 0)
}

// gone takes it for removed what somebody else has removed.
func gone(err error) error {
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	return err
}
