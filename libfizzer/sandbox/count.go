package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// countInterval is how often processes and memory are looked at where no control group bounds them. Meanwhile each process is
// within its own limits.
const countInterval = 100 * time.Millisecond

// count ends the sandbox when all processes together pass a bound.
func (s *Sandbox) count() {
	ticker := time.NewTicker(countInterval)
	defer ticker.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-s.gone:
			return
		case <-ticker.C:
		}
		if exceeded := s.look(); exceeded != "" {
			s.exceed(exceeded)
			return
		}
	}
}

// exceed ends the sandbox because a bound is passed.
func (s *Sandbox) exceed(bound string) {
	s.mutex.Lock()
	s.exceeded = bound
	s.mutex.Unlock()
	s.end()
}

// look says which bound is passed, if one is.
func (s *Sandbox) look() string {
	pids := Family(s.command.Process.Pid)[1:]
	if len(pids) > s.options.Processes {
		return fmt.Sprintf("it had %d processes at once", len(pids))
	}
	var bytes uint64
	for _, pid := range pids {
		bytes += resident(pid)
	}
	if s.options.Memory > 0 && bytes > s.options.Memory {
		return fmt.Sprintf("its processes had %d MB of memory together", bytes>>20)
	}
	return ""
}

// Exceeded says which bound of all processes together was passed, for which the sandbox was ended; empty: none.
func (s *Sandbox) Exceeded() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.exceeded
}

// Family returns the process and all that descend from it, as /proc has them.
func Family(pid int) []int {
	all := []int{pid}
	for next := 0; next < len(all); next++ {
		tasks := fmt.Sprintf("/proc/%d/task", all[next])
		threads, err := os.ReadDir(tasks)
		if err != nil {
			continue // it has ended
		}
		for _, thread := range threads {
			children, _ := os.ReadFile(tasks + "/" + thread.Name() + "/children") // a thread may have ended meanwhile
			for _, field := range strings.Fields(string(children)) {
				if child, err := strconv.Atoi(field); err == nil {
					all = append(all, child)
				}
			}
		}
	}
	return all
}

// resident returns the bytes that a process has in memory, 0 when it has ended.
func resident(pid int) uint64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, _ := strconv.ParseUint(string(fields[1]), 10, 64)
	return pages * uint64(os.Getpagesize())
}
