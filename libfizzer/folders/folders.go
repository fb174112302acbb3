// Package folders empties and measures folders whatever a program has done in them: entries may lack permissions, be nested deeper than
// a path can name, or still be added. It follows no symbolic link.
package folders

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Flags are the flags for open that open a folder itself, never one that a symbolic link leads to.
const Flags = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_NOFOLLOW | unix.O_CLOEXEC

// Descriptors is the maximum number of descriptors that emptying a folder has open at once, besides the folder's own.
const Descriptors = 5

const (
	readAtOnce = 1024 // names
	maxPasses  = 1000 // passes through a folder that move nothing up: somebody may still be filling it
	maxMoved   = 1e8  // folders
)

// Empty removes everything in the folder at path, which has to be ours. If entries cannot be removed, they stay, and the error
// names the first of them.
func Empty(path string) error {
	fd, err := openForced(unix.AT_FDCWD, path)
	if err != nil {
		return &os.PathError{Op: "open", Path: path, Err: err}
	}
	defer unix.Close(fd)
	return EmptyAt(fd)
}

// EmptyAt is Empty for an open folder.
func EmptyAt(folder int) error {
	_ = unix.Fchmod(folder, 0o700) // a failure shows when entries are removed
	e := emptier{root: folder}
	for passes := 0; passes < maxPasses && e.moved < maxMoved; passes++ {
		before, done := e.moved, e.done
		e.resists = nil
		found, err := each(folder, func(name string) { e.note(name, e.remove(name)) })
		if !found || err != nil {
			return err
		}
		if e.done == done {
			return e.resists
		}
		if e.moved > before {
			passes = 0
		}
	}
	return errors.New("somebody is still filling it")
}

// emptier empties a folder. It first moves the folders inside folders up to the root folder. So neither the number of
// descriptors nor the length of a path limits how deeply folders may be nested.
type emptier struct {
	root    int    // descriptor of the folder
	moved   uint64 // number of folders moved up so far; it makes their new names
	done    uint64 // entries that were removed or moved
	resists error  // the first failure in this pass
}

// note records the outcome of one entry.
func (e *emptier) note(name string, err error) {
	if err == nil {
		e.done++
	} else if e.resists == nil {
		e.resists = fmt.Errorf("%q: %w", name, err)
	}
}

// each calls do once for each name in a folder. It may miss some while do removes others. found tells whether there are any.
func each(folder int, do func(name string)) (found bool, err error) {
	fd, err := unix.Openat(folder, ".", Flags, 0)
	if err != nil {
		return false, err
	}
	file := os.NewFile(uintptr(fd), ".")
	defer file.Close()
	for {
		names, err := file.Readdirnames(readAtOnce)
		for _, name := range names {
			do(name)
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

// errLeft means that a folder is not empty yet. The failures of its entries are noted separately.
var errLeft = errors.New("there is something left in it")

// remove removes an entry of the root folder. Folders inside it are moved up beside it.
func (e *emptier) remove(name string) error {
	err := unix.Unlinkat(e.root, name, 0)
	if !errors.Is(err, unix.EISDIR) {
		return gone(err)
	}
	if unix.Unlinkat(e.root, name, unix.AT_REMOVEDIR) == nil { // works even if the folder cannot be opened
		return nil
	}
	folder, err := openForced(e.root, name)
	if err != nil {
		return gone(err)
	}
	defer unix.Close(folder)
	if _, err = each(folder, func(inner string) { e.note(name+"/"+inner, e.moveUp(folder, inner)) }); err != nil {
		return err
	}
	if err = unix.Unlinkat(e.root, name, unix.AT_REMOVEDIR); errors.Is(err, unix.ENOTEMPTY) {
		return errLeft // the next pass may remove it
	}
	return gone(err)
}

// moveUp removes a file of the folder, or moves a folder to the root.
func (e *emptier) moveUp(folder int, name string) error {
	err := unix.Unlinkat(folder, name, 0)
	if !errors.Is(err, unix.EISDIR) {
		return gone(err)
	}
	inner, err := openForced(folder, name) // it must be writable to be moved
	if err != nil {
		return gone(err)
	}
	unix.Close(inner)
	for {
		e.moved++
		err = Rename(folder, name, e.root, fmt.Sprintf("moved-%d", e.moved))
		if !errors.Is(err, unix.EEXIST) {
			return gone(err)
		}
	}
}

// renameat2 is replaced by tests.
var renameat2 = unix.Renameat2

// Rename gives an entry of an open folder another name, perhaps in another one. If that is taken, it returns EEXIST. File systems that
// cannot do that at once (NFS) may replace what gets the name at the same moment.
func Rename(folder int, name string, to int, other string) error {
	err := renameat2(folder, name, to, other, unix.RENAME_NOREPLACE)
	if !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOSYS) {
		return err
	}
	var status unix.Stat_t
	if err := unix.Fstatat(to, other, &status, unix.AT_SYMLINK_NOFOLLOW); !errors.Is(err, unix.ENOENT) {
		return cmp.Or(err, error(unix.EEXIST))
	}
	return unix.Renameat(folder, name, to, other)
}

// openForced gives the folder's owner all rights, then opens it.
func openForced(parent int, name string) (int, error) {
	path, err := unix.Openat(parent, name, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	defer unix.Close(path)
	// Use the descriptor's name in /proc: fchmod does not accept descriptors made by O_PATH, and fchmodat follows links.
	_ = unix.Chmod(fmt.Sprintf("/proc/self/fd/%d", path), 0o700) // a failure shows when it is opened
	return unix.Openat(path, ".", Flags, 0)
}

// gone counts an entry that somebody else has removed as removed.
func gone(err error) error {
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	return err
}
