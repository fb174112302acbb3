package toolchain

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"fizzer/libfizzer"
)

// cacheFormat is part of every key. It changes with what a key stands for.
const cacheFormat = "1"

// mostCached bounds the entries that are kept, the newest: two data models by a few versions of the compiler and of ours.
const mostCached = 8

// manifest is the name of the file of an entry that says what the others contain: hash by name, as JSON.
const manifest = "manifest.json"

// cacheEntry returns where the runtime, or a part of it in a folder of another name, is kept for later runs: below the user's cache
// folder. An error means that it cannot be kept.
func (b *builder) cacheEntry(name string) (entry, error) {
	folder, err := os.UserCacheDir()
	if err != nil {
		return entry{}, err
	}
	key, err := b.cacheKey()
	return entry{filepath.Join(folder, "fizzer", name, key)}, err
}

// cacheKey names what a runtime was compiled from: our sources and flags, the compiler, and the C library's headers. An error means
// that one of these cannot be looked at.
func (b *builder) cacheKey() (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, cacheFormat, b.ClangMajor, b.runtimeFlags(), b.frontEndFlags())
	clang, err := filepath.EvalSymlinks(b.Clang)
	if err != nil {
		return "", err
	}
	status, err := os.Stat(clang)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, clang, status.Size(), status.ModTime().UnixNano())
	version, err := os.ReadFile("/usr/include/features.h") // the C library's version is in it
	if err != nil {
		return "", err
	}
	h.Write(version)
	if b.Bits == 32 { // what was compiled once must not hide that the library is gone
		_, err := os.Stat("/usr/lib32/crt1.o")
		fmt.Fprintln(h, err == nil)
	}
	err = fs.WalkDir(libfizzer.Sources, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := libfizzer.Sources.ReadFile(path)
		fmt.Fprintln(h, path, len(content))
		h.Write(content)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)), err
}

// entry is a runtime in the cache.
type entry struct{ folder string }

// read returns the contents of the files, by name; nil: the entry is not there, or not whole.
func (e entry) read(files []string) map[string][]byte {
	var sums map[string]string
	content, err := os.ReadFile(filepath.Join(e.folder, manifest))
	if err != nil || json.Unmarshal(content, &sums) != nil {
		return nil
	}
	contents := map[string][]byte{}
	for _, file := range files {
		name := filepath.Base(file)
		content, err := os.ReadFile(filepath.Join(e.folder, name))
		if err != nil || sum(content) != sums[name] {
			return nil
		}
		contents[name] = content
	}
	return contents
}

// load writes the entry's contents to these files; false: it has none, or they cannot be written.
func (e entry) load(files []string) bool {
	contents := e.read(files)
	for _, file := range files {
		if contents == nil || os.WriteFile(file, contents[filepath.Base(file)], 0o644) != nil {
			return false
		}
	}
	return true
}

// store keeps copies of the files for later runs. The entry appears whole, by the last step; of several runs that make the same
// one the first wins. A failure shows in nothing but the time of later runs.
func (e entry) store(files []string) error {
	parent := filepath.Dir(e.folder)
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return err
	}
	made, err := os.MkdirTemp(parent, "new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	sums := map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		sums[filepath.Base(file)] = sum(content)
		if err := os.WriteFile(filepath.Join(made, filepath.Base(file)), content, 0o600); err != nil {
			return err
		}
	}
	content, err := json.Marshal(sums)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(made, manifest), content, 0o600); err != nil {
		return err
	}
	if err := os.Rename(made, e.folder); err != nil {
		if e.read(files) != nil {
			return nil
		}
		if err := errors.Join(os.RemoveAll(e.folder), os.Rename(made, e.folder)); err != nil {
			return err
		}
	}
	return forgetOldest(parent)
}

// forgetOldest removes all but the newest entries, and what a killed run left.
func forgetOldest(parent string) error {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return err
	}
	type dated struct {
		path string
		time int64
	}
	var all []dated
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil {
			all = append(all, dated{filepath.Join(parent, entry.Name()), info.ModTime().UnixNano()})
		}
	}
	slices.SortFunc(all, func(a, b dated) int { return cmp.Compare(b.time, a.time) })
	for _, old := range all[min(len(all), mostCached):] {
		err = errors.Join(err, os.RemoveAll(old.path))
	}
	return err
}

func sum(content []byte) string {
	hash := sha256.Sum256(content)
	return hex.EncodeToString(hash[:])
}
