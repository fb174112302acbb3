//go:build guest

package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestGuestDelegated needs a kernel with control groups of version 2 alone, and root's rights (scripts/guest-kernel): in a group that was
// delegated to it, a process gets the layer, the kernel ends a command that needs too much memory, and the group is left as it was.
func TestGuestDelegated(t *testing.T) {
	const folder = hierarchies + "/fizzer-delegated"
	if os.Getenv(asNobody) == folder {
		inDelegated(t, folder)
		return
	}
	err := os.WriteFile(hierarchies+"/cgroup.subtree_control", []byte("+memory +pids"), 0o644)
	if err := errors.Join(err, os.Mkdir(folder, 0o755)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Remove(folder); err != nil {
			t.Error(err)
		}
	})
	for name, owner := range map[string]int{"root": 0, "nobody": nobody} {
		t.Run(name, func(t *testing.T) {
			for _, file := range []string{"", "cgroup.procs", "cgroup.subtree_control"} {
				if err := os.Chown(filepath.Join(folder, file), owner, owner); err != nil {
					t.Fatal(err)
				}
			}
			if err := unix.Setxattr(folder, "user.delegate", []byte("1"), 0); err != nil {
				t.Fatal(err)
			}
			group, err := os.Open(folder)
			if err != nil {
				t.Fatal(err)
			}
			defer group.Close()
			again := exec.Command("/proc/self/exe", "-test.v", "-test.run=^TestGuestDelegated$")
			again.Env = append(os.Environ(), asNobody+"="+folder)
			again.SysProcAttr = &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: int(group.Fd()),
				Credential: &syscall.Credential{Uid: uint32(owner), Gid: uint32(owner)}}
			text, err := again.CombinedOutput()
			t.Logf("%s", text)
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// inDelegated is the test of the process in the delegated group.
func inDelegated(t *testing.T, folder string) {
	was := state(t, folder)
	for range 2 {
		s, err := Open(Options{Memory: 100 << 20, Processes: 8})
		if err != nil {
			t.Fatal(err)
		}
		if missing, why := s.Missing(); len(missing) > 0 {
			t.Errorf("missing: %v (%v)", missing, why)
		}
		other, err := Open(Options{Memory: 100 << 20, Processes: 8}) // two at once
		if err != nil {
			t.Fatal(err)
		}
		const hungry = "/usr/bin/tail" // keeps the last line, which never ends
		command := Command{Path: hungry, Arguments: []string{hungry, "/dev/zero"}, Folder: "/dev", Profile: Compiler}
		err = s.Run(context.Background(), command, nil, nil)
		if exceeded := new(ExceededError); !errors.As(err, &exceeded) || other.Kills() != 0 || other.Gone() {
			t.Errorf("the hungry command: %v; of the other sandbox %d were killed", err, other.Kills())
		}
		if err := errors.Join(s.Close(), LeaveGroups()); err == nil || !controls(folder, "cgroup.subtree_control") {
			t.Errorf("the group was left with a sandbox in it: %v", err)
		}
		if err := errors.Join(other.Close(), LeaveGroups()); err != nil {
			t.Error(err)
		}
		if _, err := secondVersion(hierarchies, "/"+filepath.Base(folder)); err == nil {
			t.Error("a process that ends divides the group again")
		}
		delegated.left = false
		if is := state(t, folder); is != was {
			t.Errorf("the group was\n%s\nand is\n%s", was, is)
		}
	}
	sleeper := exec.Command("sleep", "1000")
	if err := sleeper.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sleeper.Process.Kill(); _ = sleeper.Wait() }()
	s, err := Open(Options{Memory: 100 << 20, Processes: 8})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, why := s.Missing(); len(why) != 1 || !strings.Contains(why[0], "other processes") {
		t.Errorf("beside another process: %v", why)
	}
}

// state describes a group: its processes, its groups and their controllers.
func state(t *testing.T, folder string) string {
	t.Helper()
	procs, err1 := os.ReadFile(filepath.Join(folder, "cgroup.procs"))
	control, err2 := os.ReadFile(filepath.Join(folder, "cgroup.subtree_control"))
	inner, err3 := filepath.Glob(filepath.Join(folder, "*", "cgroup.procs"))
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("processes %q, controllers %q, groups %q", procs, control, inner)
}
