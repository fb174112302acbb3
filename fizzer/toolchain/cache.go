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
	"strings"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/scratch"
	"fizzer/libfizzer"
	"fizzer/libfizzer/folders"
	"fizzer/testcomp/files"
)

// cacheFormat is part of every key. Change it together with the meaning of a key.
const cacheFormat = "3"

// maxCached is the number of entries to keep: two data models times a few versions of the compiler and of this tool.
const maxCached = 8

// manifest is the name of an entry's file that has the hash of each other file by its name, as JSON.
const manifest = "manifest.json"

// cacheEntry returns the entry, below the user's cache folder, in which a part of the runtime is kept for later runs; name is the
// folder of that part. An error means that nothing can be kept, for example because the user has no home: it is not for a cache to
// create one (/nonexistent is the home of many accounts of services).
func (c runtimeCompiler) cacheEntry(name string) (entry, error) {
	folder, err := os.UserCacheDir()
	if err != nil {
		return entry{}, err
	}
	if os.Getenv("XDG_CACHE_HOME") == "" {
		if _, err := os.Stat(filepath.Dir(folder)); err != nil {
			return entry{}, err
		}
	}
	key, err := c.cacheKey()
	return entry{filepath.Join(folder, "fizzer", name, key)}, err
}

// cacheKey is a hash of all that the runtime depends on: our sources and flags, the compiler, the C library's headers. It fails if
// one of these cannot be read.
func (c runtimeCompiler) cacheKey() (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, cacheFormat, c.ClangMajor, c.flags(), c.frontEndFlags())
	clang, err := filepath.EvalSymlinks(c.Clang)
	if err != nil {
		return "", err
	}
	status, err := os.Stat(clang)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, clang, status.Size(), status.ModTime().UnixNano())
	version, err := os.ReadFile("/usr/include/features.h") // contains the C library's version
	if err != nil {
		return "", err
	}
	h.Write(version)
	if c.Bits == 32 { // a cached runtime must not hide that the library was removed
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

// read returns the contents of the files by name; nil: the entry is missing or incomplete.
func (e entry) read(paths []string) map[string][]byte {
	var sums map[string]string
	content, err := os.ReadFile(filepath.Join(e.folder, manifest))
	if err != nil || json.Unmarshal(content, &sums) != nil {
		return nil
	}
	contents := map[string][]byte{}
	for _, file := range paths {
		name := filepath.Base(file)
		content, err := os.ReadFile(filepath.Join(e.folder, name))
		if err != nil || sum(content) != sums[name] {
			return nil
		}
		contents[name] = content
	}
	return contents
}

// load writes the entry's contents to these files. It returns false if the entry is missing or a file cannot be written. It also removes
// what killed runs left unfinished in the cache.
func (e entry) load(paths []string) bool {
	removeUnfinished(filepath.Dir(filepath.Dir(e.folder)))
	contents := e.read(paths)
	for _, file := range paths {
		if contents == nil || files.Write(file, contents[filepath.Base(file)], 0o644) != nil {
			return false
		}
	}
	return true
}

// store keeps copies of the files for later runs. The last step renames the complete entry into place; if several runs make the
// same entry, the first one wins. After a failure, later runs are slower, nothing else.
func (e entry) store(paths []string) error {
	parent := filepath.Dir(e.folder)
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return err
	}
	made, err := os.MkdirTemp(parent, unfinished)
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	lock, err := lockFolder(made)
	if err != nil {
		return err
	}
	defer lock.Close()
	sums := map[string]string{}
	for _, file := range paths {
		content, err := files.ReadMade(file)
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
		if e.read(paths) != nil {
			return nil
		}
		if err := errors.Join(os.RemoveAll(e.folder), os.Rename(made, e.folder)); err != nil {
			return err
		}
	}
	return forgetOldest(parent)
}

// Folders of the parts of the runtime.
const (
	runtimePart  = "runtime"
	symbolicPart = "symbolic"
)

// unfinished begins the names of entries that a run still makes. It holds a lock (flock) on them.
const unfinished = "new-"

// lockFolder locks a folder until the file is closed or the process ends. It fails if another process holds the lock.
func lockFolder(path string) (*os.File, error) {
	folder, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if err := unix.Flock(int(folder.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return nil, errors.Join(err, folder.Close())
	}
	// Without locks in the file system nothing is abandoned. With locks that other machines do not see (NFS), a run may lose its entry to
	// another one, and keeps nothing.
	return folder, nil
}

// removeUnfinished removes what killed runs left unfinished in the cache.
func removeUnfinished(cache string) {
	for _, part := range []string{runtimePart, symbolicPart} {
		fd, err := unix.Open(filepath.Join(cache, part), folders.Flags, 0)
		if err != nil {
			continue // nothing was kept yet
		}
		folder := os.NewFile(uintptr(fd), part)
		names, _ := folder.Readdirnames(-1) // what cannot be read stays
		for _, name := range names {
			if strings.HasPrefix(name, unfinished) {
				scratch.RemoveAbandoned(fd, name)
			}
		}
		folder.Close()
	}
}

// forgetOldest removes all but the newest entries.
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
	for _, old := range all[min(len(all), maxCached):] {
		err = errors.Join(err, os.RemoveAll(old.path))
	}
	return err
}

func sum(content []byte) string {
	hash := sha256.Sum256(content)
	return hex.EncodeToString(hash[:])
}
