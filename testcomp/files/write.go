package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// Unfinished is the suffix of the name of a file that is being written. If a killed process leaves such a file, the next Write
// replaces it.
const Unfinished = ".unfinished"

// Write writes a file atomically: at each moment its name stands for the old file or for the complete new one. It replaces what
// had the name; if that is a link, it does not follow it. After an error, nothing has changed.
func Write(path string, content []byte, mode fs.FileMode) error {
	return WriteBy(path, mode, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// WriteBy is Write with the content that fill writes. The writer is not buffered.
func WriteBy(path string, mode fs.FileMode, fill func(io.Writer) error) error {
	file, err := Create(path+Unfinished, mode)
	if err != nil {
		return err
	}
	if err := errors.Join(fill(file), file.Close()); err != nil {
		return errors.Join(err, os.Remove(path+Unfinished))
	}
	if err := os.Rename(path+Unfinished, path); err != nil {
		return errors.Join(err, os.Remove(path+Unfinished))
	}
	return nil
}

// Full tells whether an error says that there is no room on a disk.
func Full(err error) bool { return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) }

// maxTries bounds the attempts to create a file whose name somebody else takes again as soon as it is freed.
const maxTries = 16

// Create makes a new file for writing. It first removes what had the name, perhaps a link; a folder is an error.
func Create(path string, mode fs.FileMode) (*os.File, error) {
	for try := 0; ; try++ {
		fd, err := open(path, unix.O_WRONLY|unix.O_CREAT|unix.O_EXCL|unix.O_NOFOLLOW, uint32(mode.Perm()))
		if err == nil {
			return os.NewFile(uintptr(fd), path), nil
		}
		if !errors.Is(err, unix.EEXIST) || try == maxTries {
			return nil, &fs.PathError{Op: "create", Path: path, Err: err}
		}
		if err := unix.Unlink(path); err != nil && !errors.Is(err, unix.ENOENT) {
			return nil, &fs.PathError{Op: "remove", Path: path, Err: err}
		}
	}
}

// Append opens a file for reading and for writing at its end, and makes it if it does not exist. It refuses a link, a pipe or a
// device.
func Append(path string, mode fs.FileMode) (*os.File, error) {
	return openRegular(path, unix.O_RDWR|unix.O_APPEND|unix.O_CREAT|unix.O_NOFOLLOW, mode, unbounded, "; remove it")
}

// Folder makes the missing folders of the path base/names[0]/names[1]/... and returns the path. base may be a symbolic link; the
// folders below it may not.
func Folder(base string, names ...string) (string, error) {
	if err := os.MkdirAll(base, 0o777); err != nil {
		return "", err
	}
	path := base
	for _, name := range names {
		path = filepath.Join(path, name)
		if err := os.Mkdir(path, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		info, err := os.Lstat(path)
		if err != nil {
			return "", err
		}
		if !info.IsDir() {
			return "", Refuse(path, "is "+kindOf(info.Mode())+" where a folder is to be; remove it")
		}
	}
	return path, nil
}

// kindOf names a kind of file that is not a folder.
func kindOf(mode fs.FileMode) string {
	if mode.IsRegular() {
		return "a file"
	}
	return kind(mode)
}

// ReplaceFolder gives a folder the name of another one beside it, and removes that one. At each moment the name stands for one of them,
// unless the file system cannot exchange names.
func ReplaceFolder(name, by string) error {
	err := unix.Renameat2(unix.AT_FDCWD, by, unix.AT_FDCWD, name, unix.RENAME_EXCHANGE)
	if err == nil {
		return os.RemoveAll(by)
	}
	if !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EPERM) {
		return &fs.PathError{Op: "replace", Path: name, Err: err}
	}
	before := name + ".before" + Unfinished
	return errors.Join(os.Rename(name, before), os.Rename(by, name), os.RemoveAll(before))
}

// Move gives a file or folder another name, which must be free. Where the file system does not rename folders, as the overlay of a
// container, a folder is copied, and then removed: at each moment one of the two is whole. Files must be on the same file system.
func Move(from, to string) error {
	err := os.Rename(from, to)
	if info, statError := os.Lstat(from); !errors.Is(err, unix.EXDEV) || statError != nil || !info.IsDir() {
		return err
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	return os.RemoveAll(from)
}
