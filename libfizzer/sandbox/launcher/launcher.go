package launcher

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

func init() {
	switch os.Args[0] {
	case Name:
		runtime.LockOSThread() // the kernel sends the parent-death signal when the parent's thread ends
		os.Exit(serve(Descriptor))
	case Enter:
		runtime.LockOSThread() // restrictions belong to a thread until it becomes the program
		os.Exit(enter(os.Args[1:]))
	}
}

// server is the state of a launcher.
type server struct {
	conn   *Conn
	config Config
	births births
	born   chan struct{} // holds a token if there may be children again, or if Clear was ordered

	mutex   sync.Mutex      // guards the fields below, and sending
	running map[int]Command // by process id
	clear   bool            // the tool waits for Cleared
}

// serve executes the orders from the socket until the tool has gone. It returns the exit status.
func serve(socket int) int {
	conn := NewConn(socket)
	message, _, err := conn.Receive()
	if err != nil || message.Config == nil {
		return 1
	}
	reserveThreads()
	s := &server{conn: conn, config: *message.Config, born: make(chan struct{}, 1), running: map[int]Command{}}
	ready := s.prepare()
	if conn.Send(&Message{Ready: ready}) != nil || ready.Error != "" {
		return 1
	}
	go s.reap()
	for {
		message, descriptors, err := conn.Receive()
		switch {
		case err != nil:
			s.killAtEnd()
			return 0
		case message.Command != nil:
			s.start(*message.Command, descriptors)
		case message.Clear:
			s.mutex.Lock()
			s.clear = true
			s.mutex.Unlock()
			s.killAll()
			s.wakeReaper()
		}
		closeAll(descriptors)
	}
}

// Threads is the number of threads that the launcher has before it starts anything. Where it may make no more, because the commands have
// used up what its control group allows, Go ends a process that needs another one; and without a PID namespace what the commands have
// started would survive the launcher.
const Threads = 12

// reserveThreads makes Threads threads, which Go keeps.
func reserveThreads() {
	var made, ended sync.WaitGroup
	made.Add(Threads)
	for range Threads {
		ended.Go(func() {
			runtime.LockOSThread() // so that each has its own
			defer runtime.UnlockOSThread()
			made.Done()
			made.Wait()
		})
	}
	ended.Wait()
}

// prepare makes the sandbox.
func (s *server) prepare() *Ready {
	unix.Umask(0o077)
	signal.Notify(make(chan os.Signal, 1)) // a process of the sandbox may send any signal
	ready := &Ready{}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil { // it must not inspect this process
		ready.fail(err)
		return ready
	}
	if !s.config.Processes {
		if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
			ready.fail(fmt.Errorf("cannot adopt orphans: %w", err))
			return ready
		}
	}
	if s.config.Mounts {
		_ = unix.Sethostname([]byte("sandbox")) // fails without a namespace for names
		noProc, err := makeView(&s.config)
		if err != nil {
			ready.fail(err)
		} else if noProc != nil {
			ready.Proc = noProc.Error()
		}
	}
	return ready
}

func (s *server) send(m *Message, descriptors ...int) {
	if s.conn.Send(m, descriptors...) != nil {
		s.conn.Shutdown() // the tool has gone: the receiver notices it, and kills what is left before this process ends
	}
}

func (s *server) wakeReaper() {
	select {
	case s.born <- struct{}{}:
	default:
	}
}

// start starts the command and answers. It holds the lock until the process is registered, since the process may end at once.
func (s *server) start(c Command, descriptors []int) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	begin := s.spawn
	if c.Asks {
		begin = s.launch
	}
	pid, pidfd, failure := begin(&c, descriptors)
	if failure != nil {
		s.send(&Message{Started: failure})
		return
	}
	s.running[pid] = c
	s.send(&Message{Started: &Started{PID: pid}}, pidfd)
	_ = unix.Close(pidfd)
	s.wakeReaper()
}

// enterEnvironment keeps the Go runtime quiet. Between filter and execve, the thread must make no other system call, such as
// the return from a signal that asks it to yield, and it may have little memory left. One of the two threads sends the listener.
var enterEnvironment = []string{"GOMAXPROCS=2", "GOGC=off", "GODEBUG=asyncpreemptoff=1"}

// launch makes the process by executing this program as Enter, and attends to it until it has become the program of the command.
func (s *server) launch(c *Command, descriptors []int) (pid, pidfd int, failure *Started) {
	ours, theirs, err := socketPair()
	if err != nil {
		return 0, 0, failed("socketpair", err)
	}
	defer ours.Close()
	files := make([]uintptr, 0, len(descriptors)+1)
	for _, descriptor := range descriptors {
		files = append(files, uintptr(descriptor))
	}
	files = append(files, theirs.Fd())
	pidfd = -1
	executable := "/proc/self/exe"
	if s.config.Mounts {
		executable = self
	}
	pid, err = syscall.ForkExec(executable, []string{Enter, strconv.Itoa(len(descriptors))}, &syscall.ProcAttr{
		Env: enterEnvironment, Files: files,
		Sys: &syscall.SysProcAttr{Setsid: true, Pdeathsig: unix.SIGKILL, PidFD: &pidfd},
	})
	theirs.Close()
	if err != nil {
		return 0, 0, failed("fork", err)
	}
	if failure = s.conduct(c, ours); failure != nil {
		_ = unix.Close(pidfd)
		return 0, 0, failure
	}
	return pid, pidfd, nil
}

// conduct tells the process what to become. It returns nil when that has happened, or the reason why it has not.
func (s *server) conduct(c *Command, connection *os.File) *Started {
	if err := writeMessage(connection, c); err != nil {
		return failed("write", err)
	}
	for {
		var r report
		err := readMessage(connection, &r)
		switch {
		case errors.Is(err, errEnd):
			return nil
		case err != nil:
			return failed("read", err)
		case r.Step != "":
			return &Started{Error: r.Step, Errno: r.Errno}
		}
		if err := s.supervise(connection); err != nil {
			return failed("signals", err)
		}
		if err := writeMessage(connection, c.Last); err != nil { // the content of the answer does not matter
			return failed("write", err)
		}
	}
}

func failed(step string, err error) *Started {
	var errno syscall.Errno
	errors.As(err, &errno)
	return &Started{Error: fmt.Sprintf("%s (%v)", step, err), Errno: int(errno)}
}

// reap waits for every process of the sandbox, and reports the ends of commands.
func (s *server) reap() {
	for {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, 0, &usage)
		switch {
		case err == syscall.ECHILD:
			s.idle()
			<-s.born
		case err == nil:
			s.ended(pid, status, usage)
			s.killMore()
		}
	}
}

// ended is called for each process that has ended.
func (s *server) ended(pid int, status syscall.WaitStatus, usage syscall.Rusage) {
	s.mutex.Lock()
	c, known := s.running[pid]
	delete(s.running, pid)
	s.mutex.Unlock()
	if known && (c.Ends || c.Last) {
		s.killRest()
	}
	if known && c.Last {
		s.emptyPrivate()
	}
	if known {
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.send(&Message{Ended: &Ended{PID: pid, Status: status, Usage: usage}})
	}
}

// killMore kills again after Clear: a process may have got away by making another one and ending.
func (s *server) killMore() {
	s.mutex.Lock()
	clear := s.clear
	s.mutex.Unlock()
	if clear && !s.config.Processes {
		s.killAll()
	}
}

// idle is called when there are no children. It answers a pending Clear.
func (s *server) idle() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.clear {
		s.clear = false
		s.emptyPrivate()
		s.send(&Message{Cleared: true})
	}
}

// killRest kills and reaps the processes left in the sandbox.
func (s *server) killRest() {
	for {
		s.killAll()
		var status syscall.WaitStatus
		var usage syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, 0, &usage)
		if err == syscall.ECHILD {
			break
		}
		s.mutex.Lock()
		if _, known := s.running[pid]; known { // another command, which was killed along with this one
			delete(s.running, pid)
			s.send(&Message{Ended: &Ended{PID: pid, Status: status, Usage: usage}})
		}
		s.mutex.Unlock()
	}
}

// killAtEnd kills all processes before this one ends. In a PID namespace they end with this process anyway.
func (s *server) killAtEnd() {
	for !s.config.Processes {
		s.killAll()
		if _, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); err == syscall.ECHILD {
			return // no children: since every orphan becomes a child of this process, nothing is left
		}
		time.Sleep(time.Millisecond) // let the reaper work
	}
}

// killAll kills all processes of the sandbox but this one.
func (s *server) killAll() {
	if s.config.Processes {
		_ = unix.Kill(-1, unix.SIGKILL) // reaches all of this namespace except its first process
		return
	}
	// Kill whole process groups at once, so that no process gets away by making another one meanwhile.
	own := unix.Getpgrp()
	for _, pid := range descendants(os.Getpid()) {
		if _, group, ok := parentOf(pid); ok && group > 1 && group != own {
			_ = unix.Kill(-group, unix.SIGKILL)
		}
		_ = unix.Kill(pid, unix.SIGKILL)
	}
}
