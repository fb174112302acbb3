package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox/launcher"
)

// session is a launcher with the connection to it and the processes that it started.
type session struct {
	command *exec.Cmd // the launcher
	conn    *launcher.Conn
	group   *group        // nil: none; processes and memory are counted
	swift   bool          // the kernel kills all processes together with the launcher
	gone    chan struct{} // closed when the launcher has ended
	heard   chan struct{} // closed when all its messages have been handled

	order   sync.Mutex // held from sending a message until its answer
	closed  bool       // the connection is closed
	answers chan answer

	mutex    sync.Mutex // guards the fields below
	running  map[int]*Process
	exceeded string // the bound of all processes together that was exceeded
	broken   error  // why the connection ended; nil: it has not, or for an unexpected message

	stop    chan struct{} // closed when the launcher is told to end
	stopped sync.Once
}

// answer is a message of the launcher to the goroutine that waits for it.
type answer struct {
	message *launcher.Message
	process *Process // the process that was started
}

// newSession returns a session whose launcher is still to be started.
func newSession(conn *launcher.Conn, swift bool) *session {
	return &session{
		conn: conn, swift: swift, gone: make(chan struct{}), heard: make(chan struct{}), stop: make(chan struct{}), answers: make(chan answer, 1),
		running: map[int]*Process{},
	}
}

// launched tells whether the launcher was started; s may be nil.
func (s *session) launched() bool { return s != nil && s.command != nil && s.command.Process != nil }

// wait waits for the launcher's end and calls ended with its id; ended may be nil.
func (s *session) wait(ended func(pid int)) {
	_ = s.command.Wait()
	if ended != nil {
		ended(s.command.Process.Pid)
	}
	close(s.gone)
}

// listen receives the launcher's messages until the launcher is gone, or ends it because it sent an invalid one.
func (s *session) listen() {
	defer close(s.heard)
	var broken error
	for {
		var message *launcher.Message
		var descriptors []int
		if message, descriptors, broken = s.conn.Receive(); broken != nil || !s.hear(message, descriptors) {
			break
		}
	}
	s.end()
	s.mutex.Lock()
	s.broken = broken
	for _, process := range s.running {
		process.finish(Status{WaitStatus: syscall.WaitStatus(unix.SIGKILL)})
	}
	s.running = nil
	s.mutex.Unlock()
	close(s.answers) // the holder of the lock order waits for this
	s.order.Lock()
	defer s.order.Unlock()
	s.closed = true
	s.conn.Close()
}

// hear handles a message of the launcher; false: nobody waits for it.
func (s *session) hear(message *launcher.Message, descriptors []int) bool {
	if message.Ended != nil {
		s.mutex.Lock()
		process := s.running[message.Ended.PID]
		delete(s.running, message.Ended.PID)
		s.mutex.Unlock()
		if process != nil {
			process.finish(Status{WaitStatus: message.Ended.Status, Usage: message.Ended.Usage})
		}
		return true
	}
	a := answer{message: message}
	if message.Started != nil && len(descriptors) == 1 {
		a.process = s.begun(message.Started.PID, descriptors[0])
	}
	select {
	case s.answers <- a:
		return true
	default:
		return false
	}
}

// begun registers a process that the launcher has started.
func (s *session) begun(pid, pidfd int) *Process {
	p := &Process{pidfd: pidfd, host: hostOf(pidfd), ended: make(chan struct{})}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.running[pid] = p
	return p
}

// launcherStartWait bounds how long a launcher may take to prepare the sandbox. That takes some milliseconds of CPU time.
const launcherStartWait = 30 * time.Second

// launcherEndWait bounds how long a launcher that was told to end may take until it is killed. Without a PID namespace it gets
// launcherKillWait, because processes that it has not found and killed by then would live on.
const (
	launcherEndWait  = 2 * time.Second
	launcherKillWait = 30 * time.Second
)

// end kills everything in the sandbox and waits for the launcher.
func (s *session) end() {
	s.stopped.Do(func() {
		close(s.stop)
		_ = s.command.Process.Signal(unix.SIGCONT) // or it does not hear that it is to end
		s.conn.Shutdown()
		wait := launcherEndWait
		if !s.swift {
			wait = launcherKillWait
		}
		timer := time.AfterFunc(wait, func() { _ = s.command.Process.Kill() })
		<-s.gone
		timer.Stop()
		s.group.kill()
		s.group.remove()
	})
}

// ask sends a message and waits for the answer. The caller holds the lock order.
func (s *session) ask(message *launcher.Message, descriptors ...int) (answer, error) {
	if s.closed {
		return answer{}, s.failure(os.ErrClosed)
	}
	if err := s.conn.Send(message, descriptors...); err != nil {
		return answer{}, s.failure(err)
	}
	a, ok := s.await()
	if !ok {
		return answer{}, s.failure(os.ErrClosed)
	}
	return a, nil
}

// Gone tells whether the sandbox has ended: it was closed, it exceeded a bound, or somebody killed its launcher.
func (s *session) Gone() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}

// ErrEnded says that a sandbox has ended although nobody closed it, as when its launcher was killed. A new one may last.
var ErrEnded = errors.New("the sandbox has ended")

// failure explains why the sandbox is gone.
func (s *session) failure(err error) error {
	if exceeded := s.Exceeded(); exceeded != "" {
		return &ExceededError{exceeded}
	}
	s.mutex.Lock()
	broken := s.broken
	s.mutex.Unlock()
	if broken != nil {
		return fmt.Errorf("%w: %w: %w", ErrEnded, broken, err)
	}
	return fmt.Errorf("%w: %w", ErrEnded, err)
}
