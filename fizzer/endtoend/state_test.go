package endtoend

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// state is what the harness observes of a world, by kind and name: "file /mnt/outside/precious". Two states are compared.
type state map[string]string

// changes returns the differences, one finding for each thing.
func (w *world) changes(before, after state) {
	keys := maps.Clone(before)
	maps.Copy(keys, after)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if before[key] == after[key] || before[key] == "" && strings.HasPrefix(key, "file "+w.home+"/.cache/") {
			continue // new files in the tool's cache are the tool's
		}
		kind, name, _ := strings.Cut(key, " ")
		w.find(kind, "%s: %s", name, difference(before[key], after[key]))
	}
}

// difference returns both texts without their common words.
func difference(before, after string) string {
	switch {
	case before == "":
		return "new: " + after
	case after == "":
		return "gone"
	}
	old, now := strings.Fields(before), strings.Fields(after)
	lacking := func(all []string) func(string) bool {
		return func(word string) bool { return slices.Contains(all, word) }
	}
	return fmt.Sprintf("was %s, is %s", slices.DeleteFunc(slices.Clone(old), lacking(now)), slices.DeleteFunc(slices.Clone(now), lacking(old)))
}

// look records everything that the program must not change.
func (w *world) look() state {
	s := state{}
	for _, folder := range []string{"/mnt", w.HomeBase, taskFolder, outputFolder + "/earlier", "/dev/shm", "/var/tmp"} {
		s.tree(folder, w.home)
	}
	for _, folder := range []string{"/tmp", outputFolder, scratchFolder, aloneFolder} {
		s.folder(folder)
	}
	s.process("bystander", w.bystander.pid())
	s["bystander memory"] = readAt(w.bystander.pid(), w.bystander.address)
	s.sleeping(w.bystander.pid())
	s.process("shell", w.shell.pid())
	s.console(w.terminal)
	s.machine()
	if moved := (clockOffset() - w.started).Abs(); moved > 2*time.Second {
		s["machine clock"] = "moved"
	}
	for _, kind := range []string{"shm", "sem", "msg"} {
		s["ipc "+kind] = readText("/proc/sysvipc/" + kind)
	}
	for line := range strings.Lines(readText("/proc/keys")) {
		if strings.Contains(line, "hostile") {
			s["ipc keys"] += line
		}
	}
	return s
}

// tree records all files in the folder and below.
func (s state) tree(folder, home string) {
	cache := filepath.Join(home, ".cache")
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			s["file "+path] = err.Error()
			return nil
		}
		s["file "+path] = describe(path)
		if strings.HasPrefix(path, cache) && entry.IsDir() {
			s["file "+path] = "folder" // without its time
		}
		return nil
	})
	if err != nil {
		s["file "+folder] = err.Error()
	}
}

// folder records the names in the folder.
func (s state) folder(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		s["file "+folder] = err.Error()
	}
	for _, entry := range entries {
		s["file "+filepath.Join(folder, entry.Name())] += " there"
	}
}

// describe returns all properties of a file but its location.
func describe(path string) string {
	var status unix.Stat_t
	if err := unix.Lstat(path, &status); err != nil {
		return err.Error()
	}
	text := fmt.Sprintf("mode=%o owner=%d:%d links=%d inode=%d size=%d", status.Mode, status.Uid, status.Gid, status.Nlink, status.Ino,
		status.Size)
	if !strings.HasPrefix(path, queueFolder+"/") { // looking at a queue changes it
		text += fmt.Sprintf(" accessed=%d modified=%d changed=%d", status.Atim.Nano(), status.Mtim.Nano(), status.Ctim.Nano())
	}
	buffer := make([]byte, 4096)
	if n, err := unix.Llistxattr(path, buffer); err == nil && n > 0 {
		for _, name := range strings.Split(strings.TrimRight(string(buffer[:n]), "\x00"), "\x00") {
			value := make([]byte, 4096)
			n, _ := unix.Lgetxattr(path, name, value)
			text += fmt.Sprintf(" %s=%q", name, value[:max(n, 0)])
		}
	}
	switch status.Mode & unix.S_IFMT {
	case unix.S_IFLNK:
		target, _ := os.Readlink(path)
		text += " to=" + target
	case unix.S_IFREG, unix.S_IFDIR:
		text += inside(path)
	}
	return text
}

// inside returns what only an open file shows: flags, and a hash of the content of a file.
func inside(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return " " + err.Error()
	}
	defer file.Close()
	text := ""
	if flags, err := unix.IoctlGetInt(int(file.Fd()), unix.FS_IOC_GETFLAGS); err == nil {
		text = fmt.Sprintf(" flags=%#x", flags)
	}
	buffer := make([]byte, 1<<20)
	if n, err := file.Read(buffer); err == nil {
		text += fmt.Sprintf(" content=%x", sha256.Sum256(buffer[:n]))[:24]
	}
	return text
}

// steady are the lines of /proc/PID/status that do not change by themselves.
var steady = []string{"Name", "TracerPid", "Uid", "Gid", "Groups", "VmLck", "Seccomp", "NoNewPrivs", "CapEff", "CapBnd", "Cpus_allowed",
	"Mems_allowed", "Umask"}

// process records what can be changed from outside of a process.
func (s state) process(kind string, pid int) {
	status := statusOf(pid)
	for _, name := range steady {
		s[kind+" "+name] = status[name]
	}
	for _, name := range []string{"limits", "oom_score_adj", "cmdline", "timerslack_ns", "coredump_filter", "cgroup", "loginuid"} {
		s[kind+" "+name] = readText(fmt.Sprintf("/proc/%d/%s", pid, name))
	}
	s[kind+" folder"], _ = os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
	s[kind+" schedule"] = scheduleOf(pid)
	priority, _, _ := unix.Syscall(unix.SYS_IOPRIO_GET, 1, uintptr(pid), 0)
	s[kind+" ioprio"] = strconv.Itoa(int(priority))
	namespaces, _ := filepath.Glob(fmt.Sprintf("/proc/%d/ns/*", pid))
	for _, path := range namespaces {
		s[kind+" "+filepath.Base(path)], _ = os.Readlink(path)
	}
}

// sleeping records whether a process that does nothing and blocks all signals was disturbed.
func (s state) sleeping(pid int) {
	status := statusOf(pid)
	for _, name := range []string{"State", "SigPnd", "ShdPnd", "SigBlk", "SigCgt", "Threads"} {
		s["bystander "+name] = status[name]
	}
}

// statusOf returns the lines of /proc/PID/status; none if the process is gone.
func statusOf(pid int) map[string]string {
	lines := map[string]string{}
	for line := range strings.Lines(readText(fmt.Sprintf("/proc/%d/status", pid))) {
		name, value, _ := strings.Cut(line, ":")
		lines[name] = strings.TrimSpace(value)
	}
	return lines
}

// scheduleOf returns group, session, terminal, priority, niceness, real-time priority and policy of a process.
func scheduleOf(pid int) string {
	_, fields, _ := strings.Cut(readText(fmt.Sprintf("/proc/%d/stat", pid)), ") ")
	words := strings.Fields(fields)
	if len(words) < 39 {
		return "gone"
	}
	return fmt.Sprintf("group=%s session=%s terminal=%s priority=%s nice=%s realtime=%s policy=%s",
		words[2], words[3], words[4], words[15], words[16], words[37], words[38])
}

// readAt returns the text in the memory of a process.
func readAt(pid int, address uint64) string {
	file, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		return "gone"
	}
	defer file.Close()
	buffer := make([]byte, 18)
	if _, err := file.ReadAt(buffer, int64(address)); err != nil {
		return err.Error()
	}
	return string(buffer)
}

// console records the settings of the terminal and what was typed since.
func (s state) console(t *console) {
	descriptor := int(t.slave.Fd())
	if settings, err := unix.IoctlGetTermios(descriptor, unix.TCGETS); err == nil {
		s["terminal settings"] = fmt.Sprint(*settings)
	}
	if size, err := unix.IoctlGetWinsize(descriptor, unix.TIOCGWINSZ); err == nil {
		s["terminal size"] = fmt.Sprint(*size)
	}
	s["terminal typed"] = t.typed()
	if t.printed.Load() {
		s["terminal printed"] = mark
	}
	s["terminal attributes"] = describeMode(t.path)
}

func describeMode(path string) string {
	var status unix.Stat_t
	if err := unix.Lstat(path, &status); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("mode=%o owner=%d:%d", status.Mode, status.Uid, status.Gid)
}

// machine records what belongs neither to a file nor to a process.
func (s state) machine() {
	for _, name := range []string{
		"kernel/hostname", "kernel/domainname", "kernel/shmmax", "kernel/shmall", "kernel/msgmax", "kernel/sem", "kernel/core_pattern",
		"kernel/panic",
		"kernel/randomize_va_space", "vm/overcommit_memory", "vm/swappiness", "net/ipv4/ip_forward", "net/ipv4/ip_default_ttl",
		"user/max_user_namespaces",
	} {
		s["machine "+name] = readText("/proc/sys/" + name)
	}
	s["machine mounts"] = readText("/proc/self/mountinfo")
	s["machine swaps"] = readText("/proc/swaps")
	devices, _ := net.Interfaces()
	for _, device := range devices {
		s["machine device "+device.Name] = device.Flags.String()
	}
	s["machine routes"] = readText("/proc/net/route")
}

// readText returns the content of a file of /proc; empty: it is gone.
func readText(path string) string {
	content, _ := os.ReadFile(path)
	return string(content)
}
