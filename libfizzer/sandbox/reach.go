package sandbox

import (
	"os"
	"path/filepath"
	"syscall"
)

// readable tells whether the user may read the file, or list and enter the folder. Rights of groups do not count.
func readable(path string, user int) bool {
	status, err := os.Stat(path)
	if err != nil {
		return false
	}
	bits, wanted := status.Mode().Perm(), os.FileMode(0o4)
	if owner, ok := status.Sys().(*syscall.Stat_t); ok && int(owner.Uid) == user {
		bits >>= 6
	}
	if status.IsDir() {
		wanted = 0o5
	}
	return bits&wanted == wanted
}

// reachable tells whether everybody may enter the folders above the path.
func reachable(path string) bool {
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		status, err := os.Stat(folder)
		if err != nil || status.Mode().Perm()&0o001 == 0 {
			return false
		}
		if folder == filepath.Dir(folder) {
			return true
		}
	}
}
