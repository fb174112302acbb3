package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox/filter"
	"fizzer/libfizzer/sandbox/launcher"
)

// Profile says what a command is allowed to do.
type Profile = filter.Profile

// The profiles.
const (
	Program   = filter.Program
	Sanitized = filter.Sanitized
	Compiler  = filter.Compiler
)

// Command is what to run. A limit of 0 means no limit, unless the field says otherwise.
type Command struct {
	Path         string   // absolute
	Arguments    []string // the first is the name
	Environment  []string // all of it
	Folder       string   // working directory; default: the private folder
	Files        []*os.File
	Profile      Profile
	Bits         int // data model of a program, 32 or 64
	CPU          time.Duration
	AddressSpace uint64 // bytes
	FileBytes    uint64 // size of a file that it writes
	Descriptors  uint64
	StackBytes   uint64 // to which the stack may grow, math.MaxUint64: without a limit; both as far as the machine allows; 0: its default
	Serves       bool   // it makes processes for runs, which must not send it signals
	Fixed        bool   // no address randomisation: the same addresses in every run
	Left         Left   // what happens, when it ends, to what it left
}

// Left says what happens to what a command has left in its sandbox.
type Left int

// The ways.
const (
	Stays   Left = iota // nothing happens
	Ends                // all processes are killed
	Removed             // the same, and the private folder is emptied
)

// Status is how a command ended.
type Status struct {
	syscall.WaitStatus
	Usage syscall.Rusage
}

// Process is a running command.
type Process struct {
	host   int // process id as the caller sees it
	ended  chan struct{}
	status Status

	mutex sync.Mutex
	pidfd int // -1: it has ended
}

// ExitError means that a command did not end with status 0.
type ExitError struct {
	Command string // as in InterruptedError
	Status  Status
}

// StartError means that the kernel did not start a command.
type StartError struct {
	Path  string        // of its executable
	Step  string        // of the launcher, that was refused
	Errno syscall.Errno // why
}

// Error names the executable, the step and the reason.
func (e *StartError) Error() string {
	return fmt.Sprintf("%s does not start: %s: %v", e.Path, e.Step, e.Errno)
}

// Unwrap returns the kernel's reason.
func (e *StartError) Unwrap() error { return e.Errno }

// ExceededError means that a sandbox was ended because all its processes together exceeded a bound.
type ExceededError struct{ Bound string }

// Error says what they exceeded.
func (e *ExceededError) Error() string { return "the sandbox was ended: " + e.Bound }

// Error says what ended, and how.
func (e *ExitError) Error() string { return e.Command + ": " + e.Status.String() }

// String says how the command ended.
func (s Status) String() string {
	if s.Signaled() {
		return "signal: " + s.Signal().String()
	}
	return "exit status " + strconv.Itoa(s.ExitStatus())
}

// Start starts the command. A nil file stands for /dev/null.
func (s *Sandbox) Start(c Command) (*Process, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	defer null.Close()
	var descriptors []int
	for i := range max(3, len(c.Files)) {
		file := null
		if i < len(c.Files) && c.Files[i] != nil {
			file = c.Files[i]
		}
		descriptors = append(descriptors, int(file.Fd()))
	}
	if err := s.handOver(s.user); err != nil {
		return nil, err
	}
	s.order.Lock()
	defer s.order.Unlock()
	for {
		a, err := s.ask(&launcher.Message{Command: s.commandOf(&c)}, descriptors...)
		if err != nil {
			return nil, err
		}
		started := a.message.Started
		switch {
		case started == nil:
			return nil, errors.New("unexpected answer of the sandbox")
		case a.process != nil:
			return a.process, nil
		case s.options.Policy == Require || !s.drop(started):
			return nil, &StartError{c.Path, started.Error, syscall.Errno(started.Errno)}
		}
	}
}

// hostOf returns the process's id as we see it, 0 if /proc does not tell.
func hostOf(pidfd int) int {
	text, err := os.ReadFile("/proc/self/fdinfo/" + strconv.Itoa(pidfd))
	if err != nil {
		return 0
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if number, found := strings.CutPrefix(line, "Pid:"); found {
			pid, _ := strconv.Atoi(strings.TrimSpace(number)) // -1: it has ended, or is in no namespace of ours
			return max(pid, 0)
		}
	}
	return 0
}

// finish records the status and reports the end.
func (p *Process) finish(status Status) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.pidfd >= 0 {
		p.status = status
		_ = unix.Close(p.pidfd)
		p.pidfd = -1
		close(p.ended)
	}
}

// PID returns the process's id as the caller sees it, 0 if it is unknown.
func (p *Process) PID() int { return p.host }

// Resident returns the bytes of memory that the process and its descendants occupy, page tables included.
func (p *Process) Resident() uint64 {
	if p.host == 0 {
		return 0
	}
	var all uint64
	for _, pid := range Family(p.host) {
		all += resident(pid)
	}
	return all
}

// CPU returns the CPU time that the process and its descendants have used; 0 if it is unknown.
func (p *Process) CPU() time.Duration {
	if p.host == 0 {
		return 0
	}
	return CPU(p.host)
}

// Ended is closed when the process has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Kill kills the process unless it has ended. The processes that it started stay until its end is noticed.
func (p *Process) Kill() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.pidfd >= 0 {
		_ = unix.PidfdSendSignal(p.pidfd, unix.SIGKILL, nil, 0)
	}
}

// Wait waits for the end of the process and returns how it ended.
func (p *Process) Wait() Status {
	<-p.ended
	return p.status
}

// Kills returns how many processes of the sandbox the kernel has killed so far because the memory of all together was used up; always 0
// without control groups.
func (s *Sandbox) Kills() int { return s.group.kills() }

// OutputBytes bounds what Run keeps of each output of a command. If Run has kept this many bytes, more may be missing.
const OutputBytes = 64 << 20

// outputWait bounds how long an output may stay open after the command has ended, if a process that it left behind holds it.
const outputWait = time.Second

// maxOutputWaits is how many times outputWait may go by while there is something in the pipe.
const maxOutputWaits = 10

// Run runs the command to its end and copies its outputs; either writer may be nil. When ctx is done, everything in the sandbox
// is killed, and the error is an *InterruptedError. If the command fails, the error is an *ExitError. If the kernel has killed
// one of its processes because memory was used up, the sandbox is ended and Exceeded says so.
func (s *Sandbox) Run(ctx context.Context, c Command, stdout, stderr io.Writer) error {
	_, err := s.Measure(ctx, c, stdout, stderr)
	return err
}

// Measure is Run, and returns what the command and the descendants that it waited for have used, as far as it is known.
func (s *Sandbox) Measure(ctx context.Context, c Command, stdout, stderr io.Writer) (usage syscall.Rusage, err error) {
	if err := context.Cause(ctx); err != nil {
		return usage, &InterruptedError{Command: c.name(), Cause: err}
	}
	var outputs []*output
	defer func() {
		for _, o := range outputs {
			o.reader.Close()
			o.theirs.Close()
		}
	}()
	c.Files = slices.Clone(c.Files)
	for len(c.Files) < 3 {
		c.Files = append(c.Files, nil)
	}
	for i, writer := range []io.Writer{stdout, stderr} {
		if writer == nil {
			continue
		}
		o, err := newOutput(writer)
		if err != nil {
			return usage, err
		}
		outputs = append(outputs, o)
		c.Files[1+i] = o.theirs
	}
	killedBefore := s.Kills()
	process, err := s.Start(c)
	for _, o := range outputs {
		o.theirs.Close() // the command has it
	}
	if err != nil {
		return usage, err
	}
	name := c.name()
	select {
	case <-process.ended:
	case <-ctx.Done():
		name += process.busy()
		if err := s.Clear(); err != nil {
			return usage, errors.Join(context.Cause(ctx), err)
		}
		<-process.ended
	}
	for _, o := range outputs {
		o.finish()
	}
	status := process.Wait()
	if s.Kills() > killedBefore {
		s.exceed(fmt.Sprintf("its processes needed more than %d MB of memory together", s.options.Memory>>20))
	}
	switch {
	case ctx.Err() != nil:
		return status.Usage, &InterruptedError{Command: name, Cause: context.Cause(ctx)}
	case s.Exceeded() != "":
		return status.Usage, fmt.Errorf("%s: %w", name, s.failure(&ExitError{name, status}))
	case status.WaitStatus != 0:
		return status.Usage, &ExitError{name, status}
	}
	return status.Usage, nil
}

// output copies what comes out of a pipe.
type output struct {
	reader, theirs *os.File
	copied         chan struct{} // closed when everything is copied
}

func newOutput(writer io.Writer) (*output, error) {
	reader, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	if err := forWriting(theirs); err != nil {
		return nil, errors.Join(err, reader.Close(), theirs.Close())
	}
	o := &output{reader, theirs, make(chan struct{})}
	go func() {
		defer close(o.copied)
		_, _ = io.Copy(writer, io.LimitReader(reader, OutputBytes))
		_, _ = io.Copy(io.Discard, reader)
	}()
	return o, nil
}

// forWriting lets a pipe that already has a reader be opened for nothing but writing: a compiler that includes /proc/self/fd/2 would wait
// for itself, for ever and without using CPU time.
func forWriting(pipe *os.File) (err error) {
	connection, err := pipe.SyscallConn() // Fd would make writes block for good
	if err != nil {
		return err
	}
	return errors.Join(connection.Control(func(fd uintptr) { err = unix.Fchmod(int(fd), 0o200) }), err)
}

// unread returns how many bytes are in the pipe.
func (o *output) unread() (bytes int) {
	pipe, err := o.reader.SyscallConn() // Fd would make reads block for good
	if err != nil {
		return 0
	}
	_ = pipe.Control(func(fd uintptr) { bytes, err = unix.IoctlGetInt(int(fd), unix.TIOCINQ) })
	if err != nil {
		return 0
	}
	return bytes
}

// finish waits for the end of the output. When outputWait is over it waits only for what is in the pipe already, which on a busy machine
// may not have been copied yet, and for no more than maxOutputWaits: somebody may still be writing.
func (o *output) finish() {
	for waits := 1; ; waits++ {
		select {
		case <-o.copied:
			return
		case <-time.After(outputWait):
		}
		if o.unread() == 0 || waits == maxOutputWaits {
			break
		}
	}
	o.reader.Close()
	<-o.copied
}
