package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"
)

// In version 2 no process may be in a group whose own groups have controllers, but in the root. So where a group was delegated to this
// process alone, the process first moves into a group in there; the groups of its sandboxes come beside that one, and count for the
// delegated group as before.

// ownPrefix is the prefix of the name of the group that a process moves into; its PID namespace and number follow.
const ownPrefix = groupPrefix + "self-"

// controllers are those that the groups of sandboxes need.
var controllers = []string{"memory", "pids"}

// delegated is the group that this process has left for one in there.
var delegated struct {
	sync.Mutex
	folder string   // empty: it has not
	added  []string // the controllers that it has given to the groups in there
	left   bool     // it has moved back, and ends
}

// secondVersion returns the group in which groups may be made, for a process in this group of version 2.
func secondVersion(hierarchies, group string) (folder string, err error) {
	delegated.Lock()
	defer delegated.Unlock()
	folder = filepath.Join(hierarchies, group)
	if strings.HasPrefix(filepath.Base(folder), ownPrefix) { // it, or the process that started it, has moved
		folder = filepath.Dir(folder)
	}
	if controls(folder, "cgroup.subtree_control") {
		return folder, nil
	}
	if delegated.left {
		return "", errors.New("this process ends")
	}
	if err := mayDivide(folder, group == "/"); err != nil {
		return "", err
	}
	added := slices.DeleteFunc(slices.Clone(controllers), func(name string) bool { return lists(folder, "cgroup.subtree_control", name) })
	if err := divide(folder); err != nil {
		return "", fmt.Errorf("the control group %s cannot be divided: %w", folder, err)
	}
	delegated.folder, delegated.added = folder, added
	return folder, nil
}

// controls tells whether a file of the group lists all controllers that are needed.
func controls(folder, file string) bool {
	return !slices.ContainsFunc(controllers, func(name string) bool { return !lists(folder, file, name) })
}

// lists tells whether a file of the group has this word.
func lists(folder, file, word string) bool {
	text, _ := os.ReadFile(filepath.Join(folder, file)) // without the file, or the group, there are none
	return slices.Contains(strings.Fields(string(text)), word)
}

// mayDivide returns why the group must stay as it is: the machine's root group, and groups that nobody has delegated, are not ours.
// first: it is the first group that this process sees, as in a container, whose groups end with it.
func mayDivide(folder string, first bool) error {
	if kind, _ := os.ReadFile(filepath.Join(folder, "cgroup.type")); strings.TrimSpace(string(kind)) != "domain" { // the root has none
		return fmt.Errorf("no control groups for memory and processes in %s", folder)
	}
	if !controls(folder, "cgroup.controllers") {
		return fmt.Errorf("the control group %s has no controllers for memory and processes", folder)
	}
	if !first && !slices.ContainsFunc([]string{"user.delegate", "trusted.delegate"}, func(name string) bool { return marked(folder, name) }) {
		return fmt.Errorf("the control group is not marked as delegated (docs/security.md)")
	}
	if lists(folder, "memory.oom.group", "1") { // BenchExec
		return fmt.Errorf("whoever made the control group %s wants to see when its memory is used up", folder)
	}
	text, err := os.ReadFile(filepath.Join(folder, "cgroup.procs"))
	if err == nil && strings.TrimSpace(string(text)) != strconv.Itoa(os.Getpid()) {
		err = fmt.Errorf("other processes are in the control group %s, too", folder)
	}
	return err
}

// marked tells whether the group has this mark of systemd.
func marked(folder, name string) bool {
	value := make([]byte, 8)
	n, err := unix.Getxattr(folder, name, value)
	return err == nil && string(value[:n]) == "1"
}

// divide moves this process into a group in the folder, and gives the groups in there the controllers. After an error the process is in the
// folder's group as before; the group in there may stay if another process was started in it.
func divide(folder string) error {
	own := filepath.Join(folder, groupName(ownPrefix, os.Getpid()))
	if err := os.Mkdir(own, 0o755); err != nil && !errors.Is(err, os.ErrExist) { // an attempt before left it
		return err
	}
	err := enter(own)
	if err == nil {
		err = control(folder, "+", controllers)
	}
	if err != nil {
		return errors.Join(err, enter(folder), os.Remove(own))
	}
	return nil
}

// enter moves this process, with all threads, into a group.
func enter(folder string) error {
	return os.WriteFile(filepath.Join(folder, "cgroup.procs"), []byte("0"), 0o644)
}

// control gives ("+") controllers to the groups in the folder, or takes them ("-").
func control(folder, sign string, names []string) error {
	text := sign + strings.Join(names, " "+sign)
	return os.WriteFile(filepath.Join(folder, "cgroup.subtree_control"), []byte(text), 0o644)
}

// LeaveGroups moves this process back into the control group that it was started in, if it has left it, and makes that as it was. Whoever
// goes on in that group can use it as before. It is called when the process ends. If a sandbox is still open, nothing changes, so that its
// bounds hold.
func LeaveGroups() error {
	delegated.Lock()
	defer delegated.Unlock()
	folder := delegated.folder
	delegated.left = true
	if folder == "" {
		return nil
	}
	own := filepath.Join(folder, groupName(ownPrefix, os.Getpid()))
	groups, err := filepath.Glob(filepath.Join(folder, groupPrefix+"*"))
	if len(groups) > 1 || err != nil {
		return errors.Join(err, fmt.Errorf("there are still groups in %s", folder))
	}
	delegated.folder = ""
	if err := control(folder, "-", delegated.added); err != nil {
		return err
	}
	return errors.Join(enter(folder), os.Remove(own))
}
