package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox/launcher"
)

// startCheck is how long a start may take until processes are looked at; a start takes a few milliseconds.
const startCheck = 100 * time.Millisecond

// await waits for the launcher's answer; false: the launcher has gone. A program in the sandbox may stop a process that is about
// to become another one, and the launcher waits for that process: it is killed.
func (s *session) await() (answer, bool) {
	ticker := time.NewTicker(startCheck)
	defer ticker.Stop()
	for {
		select {
		case a, ok := <-s.answers:
			return a, ok
		case <-ticker.C:
			s.killStopped()
		}
	}
}

// continueInterval is how often the launcher is looked at.
const continueInterval = 250 * time.Millisecond

// continued lets the launcher continue when somebody has stopped it: its answers and the ends of its processes are waited for. Where
// no layer is missing, no program in the sandbox can stop it.
func (s *session) continued() {
	s.regularly(continueInterval, func() (exceeded string, next time.Duration) {
		if state := statOf(s.command.Process.Pid); len(state) > 0 && string(state[0]) == "T" { // by a signal, not by a debugger
			_ = s.command.Process.Signal(unix.SIGCONT) // it may have ended
		}
		return "", continueInterval
	})
}

// killStopped kills the stopped processes that are still to become a command. One that has become it may have stopped before the launcher's
// answer was handled, and is left alone.
func (s *session) killStopped() {
	known := map[int]bool{}
	s.mutex.Lock()
	for _, p := range s.running {
		known[p.host] = true
	}
	s.mutex.Unlock()
	for _, pid := range launcher.ChildrenOf(s.command.Process.Pid) {
		if !known[pid] && isStopped(pid) && isStarting(pid) {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
}

// isStarting tells whether a process has not become a command yet: it has the arguments of the launcher, whose memory it shares, or of the
// step in between. A process may change its arguments, so a command may pass for one that starts, but not the other way round.
func isStarting(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	name, _, _ := bytes.Cut(text, []byte{0})
	return err == nil && (string(name) == launcher.Name || string(name) == launcher.Enter)
}

// isStopped tells whether a signal or a tracer has stopped the process.
func isStopped(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)) // the state follows the name in brackets
	state := bytes.TrimSpace(text[bytes.LastIndexByte(text, ')')+1:])
	return err == nil && len(state) > 0 && (state[0] == 'T' || state[0] == 't')
}
