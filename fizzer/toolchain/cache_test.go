package toolchain

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"fizzer/libfizzer"
)

// counted returns options with a front end that logs its calls in the scratch folder.
func counted(t *testing.T) Options {
	t.Helper()
	clang, major, err := FindClang(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	wrapper := filepath.Join(t.TempDir(), "clang")
	if err := os.WriteFile(wrapper, []byte(fmt.Sprintf("#!/bin/sh\necho >>$TMPDIR/calls\nexec %s \"$@\"\n", clang)), 0o755); err != nil {
		t.Fatal(err)
	}
	return Options{Bits: 64, Clang: wrapper, ClangMajor: major}
}

// compiled makes the runtime in a new scratch folder. It returns the contents of its files and the number of calls of the front end.
func compiled(t *testing.T, o Options) (contents [][]byte, calls int) {
	t.Helper()
	o.Scratch = t.TempDir()
	r, err := CompileRuntime(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range r.files() {
		content, err := os.ReadFile(file)
		if err != nil || len(content) == 0 {
			t.Fatalf("%s: %d bytes, %v", file, len(content), err)
		}
		contents = append(contents, content)
	}
	lines, _ := os.ReadFile(filepath.Join(o.Scratch, "build", "calls")) // missing if it was not called
	return contents, len(lines)
}

// A runtime is compiled once for each data model. A damaged entry is compiled again and repaired.
func TestRuntimeIsCached(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	o := counted(t)
	last, all := compiled(t, o)
	if all < 2 {
		t.Fatalf("compiled by %d calls", all)
	}
	entries, err := filepath.Glob(filepath.Join(cache, "fizzer", "runtime", "*"))
	if err != nil || len(entries) != 1 {
		t.Fatalf("entries %q, %v", entries, err)
	}
	for _, test := range []struct {
		name  string
		spoil func(folder string) error
		calls int
	}{
		{"as it is", func(string) error { return nil }, 0},
		{"a file is truncated", func(folder string) error { return os.Truncate(filepath.Join(folder, "runtime.o"), 100) }, all},
		{"repaired", func(string) error { return nil }, 0},
		{"a file is gone", func(folder string) error { return os.Remove(filepath.Join(folder, "monitor.bc")) }, all},
		{"a file is changed", func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "library0.bc"), []byte("other"), 0o600)
		}, all},
		{"the list is no list", func(folder string) error {
			return os.WriteFile(filepath.Join(folder, manifest), []byte("[1]"), 0o600)
		}, all},
		{"a file stands in its place", func(folder string) error {
			return errors.Join(os.RemoveAll(folder), os.WriteFile(folder, []byte("x"), 0o600))
		}, all},
		{"repaired again", func(string) error { return nil }, 0},
	} {
		if err := test.spoil(entries[0]); err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		now, calls := compiled(t, o)
		for i, content := range now { // bitcode contains the path of its source, which differs in each compilation
			if test.calls == 0 && !bytes.Equal(content, last[i]) {
				t.Errorf("%s: file %d differs", test.name, i)
			}
		}
		last = now
		if calls != test.calls {
			t.Errorf("%s: compiled by %d calls instead of %d", test.name, calls, test.calls)
		}
	}
	o.Bits = 32
	if _, calls := compiled(t, o); calls != all {
		t.Error("the other data model was not compiled")
	}
}

// Without a cache folder the runtime is compiled each time.
func TestRuntimeWithoutCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	for name, folders := range map[string]struct{ cache, home string }{
		"not absolute": {cache: "a"}, "a file": {cache: file}, "none": {}, "no home": {home: missing},
	} {
		t.Setenv("XDG_CACHE_HOME", folders.cache)
		t.Setenv("HOME", folders.home)
		o := counted(t)
		for range 2 {
			want := 3 + len(libfizzer.LibrarySources())
			if name == "a file" { // that nothing can be kept there shows only at the end: the linker is learned before
				want++
			}
			if _, calls := compiled(t, o); calls != want {
				t.Errorf("%s: compiled by %d calls", name, calls)
			}
		}
	}
	if _, err := os.Stat(missing); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a home was created: %v", err)
	}
}

// If several runs start at once, all get the runtime, and one complete entry stays.
func TestRuntimeIsCachedOnce(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	o := counted(t)
	var group sync.WaitGroup
	for range 4 {
		scratch := t.TempDir()
		group.Add(1)
		go func() {
			defer group.Done()
			o := o
			o.Scratch = scratch
			if _, err := CompileRuntime(context.Background(), o); err != nil {
				t.Error(err)
			}
		}()
	}
	group.Wait()
	entries, err := filepath.Glob(filepath.Join(cache, "fizzer", "runtime", "*"))
	if err != nil || len(entries) != 1 {
		t.Fatalf("entries %q, %v", entries, err)
	}
}

// The newest entries stay.
func TestOldRuntimesAreForgotten(t *testing.T) {
	folder := t.TempDir()
	for i := range maxCached + 3 {
		path := filepath.Join(folder, fmt.Sprint(i))
		then := time.Unix(int64(1000-i), 0)
		if err := errors.Join(os.Mkdir(path, 0o700), os.Chtimes(path, then, then)); err != nil {
			t.Fatal(err)
		}
	}
	if err := forgetOldest(folder); err != nil {
		t.Fatal(err)
	}
	for i := range maxCached + 3 {
		if _, err := os.Stat(filepath.Join(folder, fmt.Sprint(i))); (err == nil) != (i < maxCached) {
			t.Errorf("entry %d: %v", i, err)
		}
	}
}

// What a killed run has left unfinished is removed, what a living one makes stays.
func TestUnfinishedAreRemoved(t *testing.T) {
	cache := t.TempDir()
	abandoned, made := filepath.Join(cache, "symbolic", unfinished+"1"), filepath.Join(cache, "runtime", unfinished+"2")
	if err := errors.Join(os.MkdirAll(abandoned, 0o700), os.MkdirAll(made, 0o700),
		os.WriteFile(filepath.Join(abandoned, "half"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	lock, err := lockFolder(made)
	if err != nil {
		t.Fatal(err)
	}
	e := entry{filepath.Join(cache, "runtime", "key")}
	for range 2 {
		if e.load([]string{filepath.Join(t.TempDir(), "x")}) {
			t.Error("there is no such entry")
		}
		if exists(abandoned) || !exists(made) {
			t.Errorf("abandoned: %v, made: %v", exists(abandoned), exists(made))
		}
	}
	lock.Close()
	if e.load(nil); exists(made) {
		t.Error("its maker has ended")
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
