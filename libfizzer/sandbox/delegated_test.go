package sandbox

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// delegatedFolder imitates a group of version 2 that was delegated to this process alone.
func delegatedFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if unix.Setxattr(folder, "user.delegate", []byte("1"), 0) != nil { // a file system in memory, before Linux 6.6
		var err error
		if folder, err = os.MkdirTemp("/var/tmp", "fizzer-test-"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(folder) })
	}
	for name, text := range map[string]string{
		"cgroup.type": "domain\n", "cgroup.controllers": "cpu memory pids\n", "cgroup.procs": strconv.Itoa(os.Getpid()) + "\n",
	} {
		write(t, filepath.Join(folder, name), text)
	}
	if err := unix.Setxattr(folder, "user.delegate", []byte("1"), 0); err != nil {
		t.Fatal(err)
	}
	return folder
}

// A group is divided only if that changes nothing for others.
func TestMayDivide(t *testing.T) {
	for name, test := range map[string]struct {
		change func(folder string) error
		first  bool
		err    string // empty: it may be divided
	}{
		"delegated":     {},
		"not delegated": {change: func(folder string) error { return unix.Removexattr(folder, "user.delegate") }, err: "not marked"},
		"delegated no longer": {change: func(folder string) error {
			return unix.Setxattr(folder, "user.delegate", []byte("0"), 0)
		}, err: "not marked"},
		"first of a container": {change: func(folder string) error { return unix.Removexattr(folder, "user.delegate") }, first: true},
		"the root": {change: func(folder string) error {
			return os.Remove(filepath.Join(folder, "cgroup.type"))
		}, first: true, err: "no control groups"},
		"threaded": {change: func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "cgroup.type"), []byte("threaded\n"), 0o600)
		}, err: "no control groups"},
		"no controllers": {change: func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "cgroup.controllers"), []byte("cpu memory pids-of-all\n"), 0o600)
		}, err: "no controllers"},
		"BenchExec's": {change: func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "memory.oom.group"), []byte("1\n"), 0o600)
		}, first: true, err: "wants to see"},
		"another process": {change: func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "cgroup.procs"), []byte("1\n"+strconv.Itoa(os.Getpid())+"\n"), 0o600)
		}, err: "other processes"},
		"a process that is not seen": {change: func(folder string) error {
			return os.WriteFile(filepath.Join(folder, "cgroup.procs"), []byte(strconv.Itoa(os.Getpid())+"\n0\n"), 0o600)
		}, err: "other processes"},
	} {
		folder := delegatedFolder(t)
		if test.change != nil {
			if err := test.change(folder); err != nil {
				t.Fatal(err)
			}
		}
		err := mayDivide(folder, test.first)
		if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A process that has moved, and those that it has started, find the group above theirs.
func TestMovedProcess(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "one.scope", "cgroup.subtree_control"), "memory pids\n")
	for _, group := range []string{"/one.scope/" + ownPrefix + "4711", "/one.scope"} {
		memory, processes, err := groupFoldersOf("0::"+group+"\n", root)
		if want := filepath.Join(root, "one.scope"); err != nil || memory != want || processes != want {
			t.Errorf("%s: %s, %s, %v", group, memory, processes, err)
		}
	}
}

// What cannot be divided is left as it was.
func TestDivideFails(t *testing.T) {
	folder := delegatedFolder(t)
	if err := os.Mkdir(filepath.Join(folder, "cgroup.subtree_control"), 0o700); err != nil { // it cannot be written
		t.Fatal(err)
	}
	if err := divide(folder); err == nil {
		t.Error("it was divided")
	}
	for _, name := range []string{folder, filepath.Join(folder, groupName(ownPrefix, os.Getpid()))} {
		if text, err := os.ReadFile(filepath.Join(name, "cgroup.procs")); err != nil || string(text) != "0" {
			t.Errorf("%s: %q, %v", name, text, err) // here files of folders stay, so that the second is not removed
		}
	}
}
