// Package files reads and writes files at paths that somebody hostile may have prepared: a source may be a pipe or endless, and
// a symbolic link may be planted where a result is to be written. It reads only regular files of bounded size and never blocks.
// When it writes, it replaces whatever has the name, without following a link.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Maximum sizes in bytes of files to read; picked by hand, several times what the competition has.
const (
	MaxSource     = 256 << 20 // of a C file
	MaxDefinition = 1 << 20   // of a task definition, a property, or other files that people write by hand
)

// ErrRefused means that a file exists but is not read: it is not a regular file, or it is too large.
var ErrRefused = errors.New("the file is refused")

// refusedError is an ErrRefused with its reason.
type refusedError struct{ path, reason string }

func (e *refusedError) Error() string { return e.path + " " + e.reason }

func (e *refusedError) Is(target error) bool { return target == ErrRefused }

// Refuse returns an error that wraps ErrRefused and gives the reason for the file at path, as in "is a pipe".
func Refuse(path, reason string) error { return &refusedError{path, reason} }

// Open opens a regular file of at most limit bytes for reading. It follows symbolic links. It never blocks: it refuses a pipe
// or a device without reading from it. The error wraps ErrRefused or is an error of the system.
func Open(path string, limit int64) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // even opening it may have an effect
		return nil, irregular(path, info.Mode())
	}
	return openRegular(path, unix.O_RDONLY, 0, limit, "")
}

// openRegular opens a path with these flags if it is a regular file of at most limit bytes; it does not wait for the other end of a pipe.
// Where the flags refuse a symbolic link, advice ends the error.
func openRegular(path string, flags int, mode fs.FileMode, limit int64, advice string) (*os.File, error) {
	fd, err := open(path, flags|unix.O_NONBLOCK|unix.O_NOCTTY, uint32(mode.Perm()))
	if errors.Is(err, unix.ELOOP) && flags&unix.O_NOFOLLOW != 0 {
		return nil, Refuse(path, "is "+kind(fs.ModeSymlink)+advice)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	file := os.NewFile(uintptr(fd), path)
	if err := fits(file, limit); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// OpenMade opens, for reading, a regular file that a compiler was to make in a folder where it may make anything. It refuses what else may
// have the name: a symbolic link may lead to a file that the compiler may not see, and who opens a pipe may wait for ever.
func OpenMade(path string) (*os.File, error) {
	return openRegular(path, unix.O_RDONLY|unix.O_NOFOLLOW, 0, unbounded, "")
}

// unbounded is no limit of size.
const unbounded = 1<<63 - 1

// ReadMade returns the content of a file that OpenMade opens.
func ReadMade(path string) ([]byte, error) {
	file, err := OpenMade(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// MakeBuild makes, in a scratch folder, the folder for compilers, unless it exists, and returns its path. What else is in the scratch
// folder they cannot change.
func MakeBuild(scratch string) (folder string, err error) {
	folder = filepath.Join(scratch, "build")
	return folder, MakeFolder(folder, 0o700)
}

// MakeFolder makes a folder unless it exists. It makes none above it, as os.MkdirAll does: a step that goes on behind its run must not make
// the removed scratch folder again.
func MakeFolder(path string, mode fs.FileMode) error {
	if err := os.Mkdir(path, mode); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// MakeBelow makes the missing folders of a path from base on, which must exist, and follows no symbolic link out of it. If base was
// removed, it stays away.
func MakeBelow(base, path string) error {
	root, err := os.OpenRoot(base)
	if err != nil {
		return err
	}
	defer root.Close()
	way, err := filepath.Rel(base, path)
	if err != nil {
		return err
	}
	return root.MkdirAll(way, 0o700)
}

// InMemory returns a file in memory with the content, positioned at its beginning. It is in no folder, so that nobody has to remove it.
func InMemory(name string, content []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	file := os.NewFile(uintptr(fd), name)
	if _, err := file.WriteAt(content, 0); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Adopt moves a file that a compiler has made into a folder that compilers cannot change, with its name, and returns its path. A compiler
// that still runs cannot replace it any more. Adopt refuses what OpenMade refuses.
func Adopt(made, folder string) (path string, err error) {
	path = filepath.Join(folder, filepath.Base(made))
	if err := os.Rename(made, path); err != nil {
		return "", err
	}
	file, err := OpenMade(path)
	if err != nil {
		return "", errors.Join(err, os.Remove(path))
	}
	return path, file.Close()
}

// Check returns the error that Open would return.
func Check(path string, limit int64) error {
	file, err := Open(path, limit)
	if err != nil {
		return err
	}
	return file.Close()
}

// Read returns the content of a regular file of at most limit bytes; see Open.
func Read(path string, limit int64) ([]byte, error) {
	file, err := Open(path, limit)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, limit+1)) // the file may grow meanwhile
	if err == nil && int64(len(content)) > limit {
		err = tooLarge(path, limit)
	}
	return content, err
}

// fits returns nil for an open regular file of at most limit bytes.
func fits(file *os.File, limit int64) error {
	info, err := file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return irregular(file.Name(), info.Mode())
	case info.Size() > limit:
		return tooLarge(file.Name(), limit)
	}
	return nil
}

func irregular(path string, mode fs.FileMode) error {
	return Refuse(path, "is "+kind(mode)+"; give a regular file")
}

func tooLarge(path string, limit int64) error {
	return Refuse(path, fmt.Sprintf("has more than %d bytes; give a smaller file", limit))
}

// kind names a kind of file that is not regular.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	}
	return "a device"
}

// open is open(2), repeated if a signal interrupts it.
func open(path string, flags int, mode uint32) (fd int, err error) {
	for {
		if fd, err = unix.Open(path, flags|unix.O_CLOEXEC, mode); !errors.Is(err, unix.EINTR) {
			return fd, err
		}
	}
}
