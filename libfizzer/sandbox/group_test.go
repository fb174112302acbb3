package sandbox

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox/launcher"
)

// Groups are made where the kernel tells that this process may have them: version 2 has one hierarchy, version 1 one for each controller.
func TestGroupFolders(t *testing.T) {
	root := t.TempDir()
	enable := func(folder, controllers string) {
		t.Helper()
		write(t, filepath.Join(root, folder, "cgroup.subtree_control"), controllers)
	}
	enable("user.slice/one.scope", "cpu memory pids")
	enable("user.slice/two.scope", "memory")
	for _, test := range []struct{ groups, memory, processes string }{
		{"0::/user.slice/one.scope\n", "/user.slice/one.scope", "/user.slice/one.scope"},
		{"0::/user.slice/two.scope\n", "", ""},
		{"0::/user.slice/none.scope\n", "", ""},
		{"8:pids:/\n4:cpu,memory:/a/b\n1:name=systemd:/x\n0::/\n", "/memory/a/b", "/pids"},
		{"4:memory:/a\n0::/user.slice/one.scope\n", "", ""}, // no group bounds the number of processes
		{"8:pids:/a\n", "", ""},
		{"nonsense\n", "", ""},
	} {
		memory, processes, err := groupFoldersOf(test.groups, root)
		if test.memory == "" {
			if err == nil {
				t.Errorf("%q: %s, %s", test.groups, memory, processes)
			}
			continue
		}
		if err != nil || memory != root+test.memory || processes != root+test.processes {
			t.Errorf("%q: %s, %s, %v", test.groups, memory, processes, err)
		}
	}
}

// The group's files bound memory, swap and the number of processes, and name the process.
func TestNewGroup(t *testing.T) {
	const memory, processes = 100 << 20, 8
	pid := os.Getpid()
	number, name := strconv.Itoa(pid), groupName(groupPrefix, pid)
	second, first, counts := t.TempDir(), t.TempDir(), t.TempDir()
	for _, test := range []struct {
		memory, processes string
		files             map[string]string // by folder and name
	}{
		{second, second, map[string]string{
			second + "/memory.max": "171966464", second + "/memory.swap.max": "0", second + "/pids.max": "44", second + "/cgroup.procs": number,
		}},
		{first, counts, map[string]string{
			first + "/memory.limit_in_bytes": "171966464", first + "/memory.memsw.limit_in_bytes": "171966464", first + "/cgroup.procs": number,
			counts + "/pids.max": "44", counts + "/cgroup.procs": number,
		}},
	} {
		g, err := newGroup(test.memory, test.processes, pid, memory, processes)
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range test.files {
			content, err := os.ReadFile(filepath.Join(filepath.Dir(path), name, filepath.Base(path)))
			if err != nil || string(content) != want {
				t.Errorf("%s: %q instead of %q, %v", path, content, want, err)
			}
		}
		if g.kills() != 0 {
			t.Error("killed")
		}
		write(t, filepath.Join(test.memory, name, "memory.events"), "low 0\noom 3\noom_kill 2\n")
		if g.kills() != 2 {
			t.Errorf("%d killed", g.kills())
		}
	}
	if _, err := newGroup(second, second, pid, memory, processes); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("a group twice: %v", err)
	}
}

// The groups of launchers that have ended are removed, also if nobody has waited for them; those of others stay.
func TestStaleGroups(t *testing.T) {
	command := exec.Command("true")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	zombie := command.Process.Pid
	for end := time.Now().Add(time.Minute); !ended(zombie) && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if unix.Kill(zombie, 0) != nil {
		t.Error("somebody has waited for it")
	}
	const none = 1 << 30 // above the number of any process
	folder := t.TempDir()
	stay := []string{
		groupName(groupPrefix, os.Getpid()),
		groupName(ownPrefix, os.Getpid()),
		fmt.Sprintf("%s%d-%d", groupPrefix, pidNamespace()+1, none), // of another PID namespace
		fmt.Sprintf("%s0-%d", groupPrefix, none),                    // of an unknown one
		fmt.Sprintf("%s%d", groupPrefix, none),
		groupPrefix + "text",
	}
	for _, name := range append(stay, groupName(groupPrefix, zombie), groupName(groupPrefix, none), groupName(ownPrefix, none)) {
		if err := os.Mkdir(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	removeStale(folder)
	entries, err := os.ReadDir(folder)
	left := make([]string, len(entries))
	for i, entry := range entries {
		left[i] = entry.Name()
	}
	if slices.Sort(stay); err != nil || !slices.Equal(left, stay) {
		t.Errorf("left: %v instead of %v, %v", left, stay, err)
	}
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
}

// What a launcher leaves in its group when it is killed does not outlive the sandbox, also without a PID namespace.
func TestGroupOfKilledLauncher(t *testing.T) {
	t.Setenv(WithoutVariable, string(Namespaces))
	s := opened(t, Options{Processes: 8})
	if lacking(s, Groups) {
		t.Log("no control groups here; scripts/guest-kernel has some")
		return
	}
	tasks, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", s.command.Process.Pid))
	if err != nil || len(tasks) < launcher.Threads {
		t.Errorf("the launcher has %d threads, %v", len(tasks), err)
	}
	program, err := s.Start(Command{Path: programs[64], Arguments: []string{"try", "processes", "4"}, Bits: 64})
	if err != nil {
		t.Fatal(err)
	}
	folder := s.group.folders[0]
	for end := time.Now().Add(time.Minute); len(membersOf(folder)) < 6; time.Sleep(time.Millisecond) { // launcher, program, four of it
		if time.Now().After(end) {
			t.Fatalf("members: %v", membersOf(folder))
		}
	}
	if err := s.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	s.Close()
	program.Wait()
	if left := membersOf(folder); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	for _, folder := range s.group.folders {
		if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", folder, err)
		}
	}
}

// What a program leaves when tool and launcher are killed together, the next run kills, also without a PID namespace.
func TestGroupOfKilledRun(t *testing.T) {
	t.Setenv(WithoutVariable, string(Namespaces))
	if lacking(opened(t, Options{Processes: 8}), Groups) {
		t.Log("no control groups here; scripts/guest-kernel has some")
		return
	}
	tool, reader := startTool(t)
	children := launcher.ChildrenOf(tool.Process.Pid)
	if len(children) != 1 {
		t.Fatalf("the tool's launcher: %v", children)
	}
	killed := children[0]
	folder := filepath.Join(findRoom(t).processes, groupName(groupPrefix, killed)) // without a bound on memory, version 1 has only this one
	for _, kill := range []struct {
		pid    int
		signal unix.Signal
	}{
		{killed, unix.SIGSTOP}, // it must not see that the tool is killed
		{tool.Process.Pid, unix.SIGKILL},
		{killed, unix.SIGKILL},
	} {
		if err := unix.Kill(kill.pid, kill.signal); err != nil {
			t.Fatal(err)
		}
	}
	_ = tool.Wait() // it was killed
	for end := time.Now().Add(time.Minute); !ended(killed) && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	if left := membersOf(folder); len(left) < 2 {
		t.Fatalf("nothing to kill is left: %v", left)
	}
	opened(t, Options{Processes: 8}) // the next run
	if left := membersOf(folder); len(left) > 0 {
		t.Fatalf("left: %v", left)
	}
	if _, err := io.Copy(io.Discard, reader); err != nil { // all that were started hold the other end
		t.Error(err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s: %v", folder, err)
	}
}

// findRoom returns where groups are made.
func findRoom(t *testing.T) groupRooms {
	t.Helper()
	s := &Sandbox{}
	if s.findGroups(); s.room.err != nil {
		t.Fatal(s.room.err)
	}
	return s.room
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}
