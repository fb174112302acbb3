package launcher

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// status is what /proc says of a process or thread.
type status struct{ group, parent int }

// readStatus reads the thread group, which is the process, and the parent.
func readStatus(pid int) (status, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return status{}, err
	}
	var s status
	for _, line := range strings.Split(string(text), "\n") {
		name, value, _ := strings.Cut(line, ":")
		number, err := strconv.Atoi(strings.TrimSpace(value))
		switch {
		case err != nil:
		case name == "Tgid":
			s.group = number
		case name == "PPid":
			s.parent = number
		}
	}
	if s.group == 0 {
		return s, errors.New("unexpected /proc/PID/status")
	}
	return s, nil
}

// descendants returns the living descendants of a process, in no particular order.
func descendants(root int) []int {
	children := map[int][]int{}
	folder, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1) // on an error, the names read so far
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if parent, _, ok := parentOf(pid); ok {
			children[parent] = append(children[parent], pid)
		}
	}
	var all []int
	for next := []int{root}; len(next) > 0; next = next[1:] {
		all = append(all, children[next[0]]...)
		next = append(next, children[next[0]]...)
	}
	return all
}

// parentOf reads parent and process group from /proc/PID/stat, where they follow the name in brackets and the state.
func parentOf(pid int) (parent, group int, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, false
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 3 {
		return 0, 0, false
	}
	parent, err1 := strconv.Atoi(string(fields[1]))
	group, err2 := strconv.Atoi(string(fields[2]))
	return parent, group, err1 == nil && err2 == nil
}

// Family returns the process and all its descendants, according to /proc.
func Family(pid int) []int {
	all := []int{pid}
	for next := 0; next < len(all); next++ {
		all = append(all, ChildrenOf(all[next])...)
	}
	return all
}

// ChildrenOf returns the children of a process, none if it has ended.
func ChildrenOf(pid int) (all []int) {
	tasks := fmt.Sprintf("/proc/%d/task", pid)
	threads, err := os.ReadDir(tasks)
	if err != nil {
		return nil
	}
	for _, thread := range threads {
		children, _ := os.ReadFile(tasks + "/" + thread.Name() + "/children") // a thread may have ended meanwhile
		for _, field := range strings.Fields(string(children)) {
			if child, err := strconv.Atoi(field); err == nil {
				all = append(all, child)
			}
		}
	}
	return all
}
