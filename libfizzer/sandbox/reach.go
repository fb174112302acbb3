package sandbox

import (
	"os"
	"path/filepath"
)

// reachable says whether everybody may pass through the folders above the path.
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
