package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox/launcher"
)

// group is a control group for the processes of a sandbox, in one hierarchy (version 2) or two (version 1). The methods of a
// nil group do nothing.
type group struct{ folders []string }

// groupPrefix is the prefix of our control groups' names. The launcher's PID namespace and number follow: runs in other namespaces see the
// group, too, and there the number means another process.
const groupPrefix = "fizzer-"

// groupName returns the name of the group of a process: prefix, PID namespace, number.
func groupName(prefix string, pid int) string {
	return fmt.Sprintf("%s%d-%d", prefix, pidNamespace(), pid)
}

// pidNamespace returns the inode of the PID namespace in which this process sees process numbers, 0 if it is unknown.
var pidNamespace = sync.OnceValue(func() (namespace uint64) {
	var status unix.Stat_t
	if err := unix.Stat("/proc/self/ns/pid", &status); err == nil {
		namespace = status.Ino
	}
	return namespace
})

// hierarchies is where control groups are mounted.
const hierarchies = "/sys/fs/cgroup"

// groupRoom is the memory that the launcher and the kernel may use for a sandbox in addition to its commands.
const groupRoom = 64 << 20

// joinGroup puts the launcher into a control group, if that is allowed, before it starts anything.
func (s *Sandbox) joinGroup() {
	if s.leaves(Groups) {
		s.lacks(Groups, true, "left out")
		return
	}
	var group *group
	err := s.room.err
	if err == nil {
		group, err = newGroup(s.room.memory, s.room.processes, s.command.Process.Pid, s.options.Memory, s.options.Processes)
	}
	if err != nil {
		s.lacks(Groups, true, err.Error()+"; processes and memory are looked at instead")
		return
	}
	s.group = group
}

// newGroup makes a group with the bounds in these folders of groups and puts the process into it.
func newGroup(memoryFolder, processesFolder string, pid int, memory uint64, processes int) (*group, error) {
	g := &group{}
	name := groupName(groupPrefix, pid)
	settings := map[string][][2]string{}
	set := func(folder, file, value string) {
		folder = filepath.Join(folder, name)
		settings[folder] = append(settings[folder], [2]string{file, value})
	}
	if memoryFolder == processesFolder { // version 2
		if memory > 0 {
			set(memoryFolder, "memory.max", fmt.Sprint(memory+groupRoom))
			set(memoryFolder, "memory.swap.max", "0")
		}
	} else if memory > 0 {
		set(memoryFolder, "memory.limit_in_bytes", fmt.Sprint(memory+groupRoom))
		set(memoryFolder, "memory.memsw.limit_in_bytes", fmt.Sprint(memory+groupRoom))
	}
	set(processesFolder, "pids.max", fmt.Sprint(processes+launcherThreads))
	removeStale(slices.Compact([]string{processesFolder, memoryFolder})...)
	for folder, files := range settings {
		if err := os.Mkdir(folder, 0o755); err != nil {
			g.remove()
			return nil, err
		}
		g.folders = append(g.folders, folder)
		for _, file := range append(files, [2]string{"cgroup.procs", strconv.Itoa(pid)}) {
			err := os.WriteFile(filepath.Join(folder, file[0]), []byte(file[1]), 0o644)
			if err != nil && !slices.Contains(swapFiles, file[0]) {
				g.remove()
				return nil, err
			}
		}
	}
	return g, nil
}

// swapFiles do not exist without swap accounting.
var swapFiles = []string{"memory.swap.max", "memory.memsw.limit_in_bytes"}

// launcherThreads is the room for threads of the launcher (launcher.Threads and a few), and of the processes that become commands, in the
// count of processes. Where the tool counts, it is the room for threads of commands.
const launcherThreads = 24 + launcher.Threads

// groupRooms are the control groups of this process in which groups may be made, for memory and for the number of processes.
type groupRooms struct {
	memory, processes string
	err               error // why there are none
}

// findGroups finds them before the launcher is started, which would be another process in a delegated group.
func (s *Sandbox) findGroups() {
	if s.leaves(Groups) {
		return
	}
	text, err := os.ReadFile("/proc/self/cgroup")
	if s.room.err = err; err == nil {
		s.room.memory, s.room.processes, s.room.err = groupFoldersOf(string(text), hierarchies)
	}
}

// groupFoldersOf is findGroups for the control groups of a process, with these hierarchies.
func groupFoldersOf(groups, hierarchies string) (memory, processes string, err error) {
	for line := range strings.Lines(groups) { // hierarchy:controllers:path
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 {
			continue
		}
		controllers := strings.Split(fields[1], ",")
		switch {
		case slices.Contains(controllers, "memory"):
			memory = path.Join(hierarchies, "memory", fields[2])
		case slices.Contains(controllers, "pids"):
			processes = path.Join(hierarchies, "pids", fields[2])
		case fields[1] == "" && memory == "" && processes == "":
			folder, err := secondVersion(hierarchies, fields[2])
			return folder, folder, err
		}
	}
	if memory == "" || processes == "" {
		return "", "", fmt.Errorf("no control groups for memory and processes")
	}
	return memory, processes, nil
}

// kills returns how many processes of the group the kernel has killed because its memory was used up.
func (g *group) kills() int {
	if g == nil {
		return 0
	}
	most := 0
	for _, folder := range g.folders {
		for _, file := range []string{"memory.events", "memory.oom_control"} { // version 2, version 1
			text, _ := os.ReadFile(filepath.Join(folder, file)) // one of them is there
			for line := range strings.Lines(string(text)) {
				var count int
				if n, _ := fmt.Sscanf(line, "oom_kill %d", &count); n == 1 {
					most = max(most, count)
				}
			}
		}
	}
	return most
}

// removeStale removes the groups of runs that were killed, and kills what their programs have left in there. Groups of other PID namespaces
// stay: here nobody can tell whether their runs go on.
func removeStale(folders ...string) {
	stale := map[string]*group{} // by name: version 1 has one in each hierarchy
	for _, folder := range folders {
		groups, _ := filepath.Glob(filepath.Join(folder, groupPrefix+"*")) // in a folder with brackets in its name they stay
		for _, path := range groups {
			name := filepath.Base(path)
			if stale[name] == nil {
				stale[name] = &group{}
			}
			stale[name].folders = append(stale[name].folders, path)
		}
	}
	for name, left := range stale {
		var namespace uint64
		var pid int
		number, moved := strings.CutPrefix(name, ownPrefix)
		n, _ := fmt.Sscanf(strings.TrimPrefix(number, groupPrefix), "%d-%d", &namespace, &pid) // fewer: it is not ours
		if n < 2 || namespace == 0 || namespace != pidNamespace() || !ended(pid) {
			continue
		}
		if !moved { // in the other one are processes that no sandbox started
			left.kill()
		}
		left.remove()
	}
}

// ended tells whether a process has ended. In a container its parent may be one that never waits for it: then it stays, as a zombie.
func ended(pid int) bool {
	if unix.Kill(pid, 0) == unix.ESRCH {
		return true
	}
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)) // empty if it has ended just now; the next run will see
	_, state, _ := strings.Cut(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " ")
	return strings.HasPrefix(state, "Z") || strings.HasPrefix(state, "X")
}

// killPatience bounds how often processes of a group are looked for that the launcher has left, a millisecond apart.
const killPatience = 2000

// kill kills the processes that are left in the group, as when the launcher was killed: in a PID namespace there are none. It gives up if
// this process may kill none of them.
func (g *group) kill() {
	if g == nil || len(g.folders) == 0 {
		return
	}
	for _, folder := range g.folders {
		setBound(filepath.Join(folder, "pids.max"), "0") // or they fork faster than they are killed
	}
	for range killPatience {
		left := membersOf(g.folders[0])
		if len(left) == 0 {
			return
		}
		killed := false
		for _, pid := range left {
			killed = g.killMember(pid) || killed
		}
		if !killed {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// setBound writes a bound into a group's file if that exists. In a group that has been removed meanwhile it changes nothing.
func setBound(path, value string) {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, _ = file.WriteString(value)
		_ = file.Close()
	}
}

// killMember kills a process if it is still in the group: its number may have been reused. It tells whether that was allowed.
func (g *group) killMember(pid int) bool {
	descriptor, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return true // it has ended
	}
	defer unix.Close(descriptor)
	return !slices.Contains(membersOf(g.folders[0]), pid) || unix.PidfdSendSignal(descriptor, unix.SIGKILL, nil, 0) != unix.EPERM
}

// membersOf returns the processes in a group that have a number here.
func membersOf(folder string) (all []int) {
	text, _ := os.ReadFile(filepath.Join(folder, "cgroup.procs")) // without the group there are none
	for _, field := range strings.Fields(string(text)) {
		if pid, err := strconv.Atoi(field); err == nil && pid > 0 {
			all = append(all, pid)
		}
	}
	return all
}

// remove removes the group. Its processes have been killed, but the kernel may need a moment.
func (g *group) remove() {
	if g == nil {
		return
	}
	for _, folder := range g.folders {
		for range 50 {
			if !errors.Is(os.Remove(folder), unix.EBUSY) {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
}
