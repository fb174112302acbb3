package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/folders"
	"fizzer/libfizzer/sandbox/launcher"
)

// countInterval is how often processes and memory are counted if no control group bounds them. Between two counts, each process
// is bound by its own limits. From half of what is allowed on, they are counted every closeInterval: a process fills 100 MB in that time.
const (
	countInterval = 100 * time.Millisecond
	closeInterval = 10 * time.Millisecond
)

// measureInterval is how often the private folder is measured if it is on disk. It is short, because a program makes some hundred files
// in a millisecond.
const measureInterval = 20 * time.Millisecond

// mappingRounds is the number of these intervals after which files without a name are also looked for in mappings.
const mappingRounds = 5

// diskShare is the part of the files of a private folder in memory that one on disk may hold: each takes a block there at least, and
// time to remove.
const diskShare = 4

// count ends the sandbox when there are more processes than allowed, more threads than a control group would allow, or when they need more
// memory together; 0: no bound of memory.
func (s *session) count(processes int, memory uint64) {
	s.regularly(closeInterval, func() (exceeded string, next time.Duration) {
		now := s.look()
		if twice := (use{2 * now.processes, 2 * now.threads, 2 * now.memory}); twice.exceeds(processes, memory) == "" {
			return "", countInterval
		}
		return now.exceeds(processes, memory), closeInterval
	})
}

// measure kills the programs when the private folder, which is on disk, holds more than allowed, and empties it. Of what a command
// has started it kills the processes, not the command's own: a target goes on, and the run has crashed.
func (s *session) measure(private launcher.Private) {
	folder := string(private.Folder)
	most := folders.Use{Files: private.Files / diskShare, Bytes: private.Bytes}
	round := 0
	s.regularly(closeInterval, func() (exceeded string, next time.Duration) {
		round++
		if !s.order.TryLock() { // the launcher may be emptying it
			return "", measureInterval
		}
		defer s.order.Unlock()
		used := folders.Measure(folder, most)
		if !used.Exceeds(most) {
			more := nameless(Family(s.command.Process.Pid)[1:], folder, private.Bytes, round%mappingRounds == 0)
			used = folders.Use{Files: used.Files + more.Files, Bytes: used.Bytes + more.Bytes}
		}
		if used.Exceeds(most) {
			awaitEnd(s.killPrograms()) // until then they may still make files
			_ = folders.Empty(folder)  // what it cannot remove is measured again
		}
		return "", measureInterval
	})
}

// killPrograms kills the processes that commands have started, or the commands if there are none, and returns them.
func (s *session) killPrograms() []int {
	commands := launcher.ChildrenOf(s.command.Process.Pid)
	all := Family(s.command.Process.Pid)[1:]
	started := slices.DeleteFunc(slices.Clone(all), func(pid int) bool { return slices.Contains(commands, pid) })
	if len(started) == 0 {
		started = all
	}
	for _, pid := range started {
		_ = unix.Kill(pid, unix.SIGKILL) // it may have ended
	}
	return started
}

// awaitEnd waits until killed processes run no more, a second at most.
func awaitEnd(killed []int) {
	deadline := time.Now().Add(time.Second)
	for _, pid := range killed {
		for runs(pid) && time.Now().Before(deadline) {
			time.Sleep(time.Millisecond)
		}
	}
}

// runs reports whether a process has not ended. One that has ended and is not reaped yet does not run.
func runs(pid int) bool {
	fields := statOf(pid)
	return len(fields) > 0 && fields[0][0] != 'Z' && fields[0][0] != 'X'
}

// threadsField is the index of the number of threads in what statOf returns.
const threadsField = 17

// threadsOf returns the number of threads of a process, 0 if it has ended.
func threadsOf(pid int) int {
	fields := statOf(pid)
	if len(fields) <= threadsField {
		return 0
	}
	threads, _ := strconv.Atoi(string(fields[threadsField]))
	return threads
}

// statOf returns the fields of /proc/PID/stat from the state on, none if the process has ended.
func statOf(pid int) [][]byte {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil
	}
	return bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:]) // the name before it may hold anything
}

// regularly looks for an exceeded bound, and ends the sandbox if there is one. look also returns when it is to be called next;
// first is the time until the first call.
func (s *session) regularly(first time.Duration, look func() (exceeded string, next time.Duration)) {
	timer := time.NewTimer(first)
	defer timer.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-s.gone:
			return
		case <-timer.C:
		}
		exceeded, next := look()
		if exceeded != "" {
			s.exceed(exceeded)
			return
		}
		timer.Reset(next)
	}
}

// exceed ends the sandbox because a bound is exceeded.
func (s *session) exceed(bound string) {
	s.mutex.Lock()
	s.exceeded = bound
	s.mutex.Unlock()
	s.end()
}

// use is what all processes in a sandbox use together.
type use struct {
	processes, threads int
	memory             uint64 // bytes
}

// look counts what the processes use.
func (s *session) look() (u use) {
	pids := Family(s.command.Process.Pid)[1:]
	u.processes = len(pids)
	for _, pid := range pids {
		u.memory += resident(pid)
		u.threads += threadsOf(pid)
	}
	return u
}

// exceeds returns the bound that is exceeded, empty if none is; memory is 0 where it is not bounded.
func (u use) exceeds(processes int, memory uint64) string {
	switch {
	case u.processes > processes:
		return fmt.Sprintf("it had %d processes at once", u.processes)
	case u.threads > processes+launcherThreads:
		return fmt.Sprintf("it had %d threads at once", u.threads)
	case memory > 0 && u.memory > memory:
		return fmt.Sprintf("its processes had %d MB of memory together", u.memory>>20)
	}
	return ""
}

// Exceeded returns the bound of all processes together that was exceeded, so that the sandbox was ended; empty: none.
func (s *session) Exceeded() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.exceeded
}

// CPU returns the CPU time of the launcher and of all processes in the sandbox, also of those that have ended; false: it is not known.
func (s *session) CPU() (used time.Duration, known bool) { return cpuOf(s.command.Process.Pid) }

// Family returns the process and all its descendants, according to /proc.
func Family(pid int) []int { return launcher.Family(pid) }

// occupied are the lines of /proc/PID/status that say what a process occupies. A process that reads one byte of each 2 MB of a large empty
// mapping has almost nothing in memory but page tables.
var occupied = []string{"VmRSS:", "VmPTE:", "VmSwap:"}

// resident returns the bytes of memory that a process occupies, with its page tables and what is swapped out; 0 if it has ended.
func resident(pid int) (bytes uint64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 3 && slices.Contains(occupied, fields[0]) {
			kilobytes, _ := strconv.ParseUint(fields[1], 10, 64)
			bytes += kilobytes << 10
		}
	}
	return bytes
}
