package launcher

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// emptyFolder removes all in the folder but the folder itself, also what was made unreadable and folders within folders to any
// depth: a folder is moved up before its content is looked at, so that no path grows. Symbolic links are not followed. What
// resists stays.
func emptyFolder(path string) {
	if unix.Access(path, unix.R_OK|unix.W_OK|unix.X_OK) != nil {
		_ = unix.Chmod(path, 0o700) // a compiler may have closed it
	}
	folder, err := unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return
	}
	top := os.NewFile(uintptr(folder), path)
	defer top.Close()
	moved := 0
	for {
		if _, err := top.Seek(0, 0); err != nil {
			return
		}
		names, _ := top.Readdirnames(-1)
		progress := false
		for _, name := range names {
			progress = removeEntry(folder, name, &moved) || progress
		}
		if len(names) == 0 || !progress {
			return
		}
	}
}

// removeEntry removes a file, or a folder when its own folders have been moved beside it; it says whether anything was done.
func removeEntry(top int, name string, moved *int) bool {
	if unix.Unlinkat(top, name, 0) == nil || unix.Unlinkat(top, name, unix.AT_REMOVEDIR) == nil {
		return true
	}
	_ = chmodFolder(top, name)
	folder, err := unix.Openat(top, name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	file := os.NewFile(uintptr(folder), name)
	defer file.Close()
	names, _ := file.Readdirnames(-1)
	progress := false
	for _, inner := range names {
		if unix.Unlinkat(folder, inner, 0) == nil || unix.Unlinkat(folder, inner, unix.AT_REMOVEDIR) == nil {
			progress = true
			continue
		}
		_ = chmodFolder(folder, inner) // a folder that is moved has to be writable: its ".." changes
		for range 1000 {
			*moved++
			if unix.Renameat2(folder, inner, top, movedName(*moved), unix.RENAME_NOREPLACE) == nil {
				progress = true
				break
			}
		}
	}
	return unix.Unlinkat(top, name, unix.AT_REMOVEDIR) == nil || progress
}

// chmodFolder makes a folder accessible to its owner, without following symbolic links.
func chmodFolder(folder int, name string) error {
	entry, err := unix.Openat(folder, name, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(entry)
	return unix.Chmod(descriptorPath(entry), 0o700)
}

func descriptorPath(descriptor int) string { return "/proc/self/fd/" + strconv.Itoa(descriptor) }

func movedName(number int) string { return ".moved-" + strconv.Itoa(number) }
