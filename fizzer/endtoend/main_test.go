package endtoend

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// places are the files that all tests use, as absolute paths.
type places struct {
	root    string // the project
	fizzer  string // bin/fizzer
	testcov string // .venv/bin/testcov
}

// locate returns the places of the project of this package. The error names what must be built or installed first.
func locate() (places, error) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return places{}, err
	}
	p := places{
		root:    root,
		fizzer:  filepath.Join(root, "bin", "fizzer"),
		testcov: filepath.Join(root, ".venv", "bin", "testcov"),
	}
	if _, err := os.Stat(p.testcov); err != nil {
		return p, fmt.Errorf("%w; call make setup", err)
	}
	return p, errors.Join(
		fresh(root, p.fizzer, "fizzer", "libfizzer", "testcomp"),
		fresh(root, p.fizzer+"-instrument", "instrument", "libfizzer"),
		fresh(root, p.fizzer+"-survey", "fizzer", "libfizzer", "testcomp"),
	)
}

// fresh returns an error if the binary is missing or older than a source in one of its folders.
func fresh(root, binary string, folders ...string) error {
	info, err := os.Stat(binary)
	if err != nil {
		return fmt.Errorf("%w; call make build", err)
	}
	newest, source, err := newestSource(root, folders)
	if err == nil && info.ModTime().Before(newest) {
		err = fmt.Errorf("%s is older than %s; call make build", binary, source)
	}
	return err
}

// newestSource returns the time and the path of the newest source in the folders.
func newestSource(root string, folders []string) (newest time.Time, source string, err error) {
	for _, folder := range folders {
		err = filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !isSource(path) {
				return err
			}
			info, err := entry.Info()
			if err == nil && info.ModTime().After(newest) {
				newest, source = info.ModTime(), path
			}
			return err
		})
		if err != nil {
			return newest, source, err
		}
	}
	return newest, source, nil
}

func isSource(path string) bool {
	switch filepath.Ext(path) {
	case ".go":
		return !strings.HasSuffix(path, "_test.go") && !strings.Contains(path, "/endtoend/")
	case ".c", ".h":
		return !strings.Contains(path, "testdata")
	}
	return false
}

// ready returns the places, or fails the test with the remedy.
func ready(t testing.TB) places {
	t.Helper()
	p, err := locate()
	if err != nil {
		t.Fatal(err)
	}
	return p
}
