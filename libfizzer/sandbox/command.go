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

// Profile says what a command is allowed.
type Profile = filter.Profile

// The profiles.
const (
	Program  = filter.Program
	Compiler = filter.Compiler
)

// Command is what to run. A limit of 0 is none, unless it says otherwise.
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
	Stack        bool // the stack may grow as far as memory goes
	Serves       bool // it makes processes for runs, which must not signal it
	Fixed        bool // the same addresses in every run
	Last         bool // when it ends, all that it left is killed, and the private folder emptied
}

// Status is how a command ended.
type Status struct {
	syscall.WaitStatus
	Usage syscall.Rusage
}

// Process is a running command.
type Process struct {
	host   int // its id as the caller sees it
	ended  chan struct{}
	status Status

	mutex sync.Mutex
	pidfd int // -1: it has ended
}

// ExitError is a command that did not end with status 0.
type ExitError struct {
	Command string // as in InterruptedError
	Status  Status
}

// Error says what ended, and how.
func (e *ExitError) Error() string { return e.Command + ": " + e.Status.String() }

// String says how the command ended.
func (s Status) String() string {
	if s.Signaled() {
		return "signal: " + s.Signal().String()
	}
	return "exit status " + strconv.Itoa(s.ExitStatus())
}

// Start starts the command. Of its files, nil stands for /dev/null.
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
			return nil, fmt.Errorf("%s does not start: %s: %w", c.Path, started.Error, syscall.Errno(started.Errno))
		}
	}
}

// drop gives up the layer that the kernel refused; false: it was another step that failed.
func (s *Sandbox) drop(failed *launcher.Started) bool {
	why := syscall.Errno(failed.Errno).Error()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	switch {
	case failed.Error == launcher.StepLandlock && s.landlock > 0:
		s.landlock = 0
		s.lacks(Landlock, true, why)
	case failed.Error == launcher.StepFilter && s.asks() && !s.leaves(Filter):
		s.mute = true // it goes without signals
	case failed.Error == launcher.StepFilter && !s.leaves(Filter):
		s.without = append(s.without, Filter)
		s.lacks(Filter, true, why)
	default:
		return false
	}
	return true
}

// begun notes a process of the launcher.
func (s *Sandbox) begun(pid, pidfd int) *Process {
	p := &Process{pidfd: pidfd, host: hostOf(pidfd), ended: make(chan struct{})}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.running[pid] = p
	return p
}

// hostOf returns the process's id as we see it, 0 where /proc does not tell.
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

// commandOf is the order to the launcher.
func (s *Sandbox) commandOf(c *Command) *launcher.Command {
	folder := c.Folder
	if folder == "" {
		folder = s.options.Private
	}
	order := &launcher.Command{
		Path: c.Path, Arguments: c.Arguments, Environment: c.Environment, Folder: folder, Limits: s.limitsOf(c),
		Fixed: c.Fixed, User: s.user, Last: c.Last, Landlock: s.rulesOf(c),
	}
	if !s.leaves(Filter) {
		order.Asks = s.asks()
		f := filter.New(filter.Options{
			Profile: c.Profile, Bits: c.Bits, Private: s.config.Mounts, Beneath: s.landlock, Alone: s.alone(), Ask: order.Asks, Serves: c.Serves,
		})
		order.Filter, order.Secret = f.Bytes(), f.Secret
	}
	return order
}

// alone says whether signals cannot leave the sandbox.
func (s *Sandbox) alone() bool { return s.config.Processes || s.landlock >= launcher.VersionScope }

// asks says whether the filter asks the launcher for each signal.
func (s *Sandbox) asks() bool { return !s.alone() && !s.mute }

// limitsOf returns the resource limits of one process.
func (s *Sandbox) limitsOf(c *Command) []launcher.Limit {
	limits := []launcher.Limit{
		{Resource: unix.RLIMIT_CORE},
		{Resource: unix.RLIMIT_MSGQUEUE},
		{Resource: unix.RLIMIT_NICE},
		{Resource: unix.RLIMIT_RTPRIO},
	}
	add := func(resource int, value uint64) {
		if value > 0 {
			limits = append(limits, launcher.Limit{Resource: resource, Value: value})
		}
	}
	add(unix.RLIMIT_FSIZE, c.FileBytes)
	add(unix.RLIMIT_NOFILE, c.Descriptors)
	add(unix.RLIMIT_CPU, uint64(c.CPU/time.Second))
	if c.Stack {
		add(unix.RLIMIT_STACK, unix.RLIM_INFINITY)
	}
	if s.counted {
		add(unix.RLIMIT_NPROC, uint64(s.options.Processes))
	}
	add(unix.RLIMIT_AS, c.AddressSpace) // last: the launcher's own memory may be more
	return limits
}

// loaders start programs of the two data models.
var loaders = []string{"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux.so.2"}

// rulesOf returns what the command may do to files.
func (s *Sandbox) rulesOf(c *Command) launcher.Landlock {
	rules := launcher.Landlock{Version: s.landlock, Signals: true}
	rules.Read = slices.Concat(launcher.SystemFolders, launcher.SystemFiles, s.options.Show, s.options.Give)
	rules.Write = slices.Concat(launcher.Devices, s.options.Keep)
	if s.options.Private != "" {
		rules.Write = append(rules.Write, s.options.Private)
	}
	if c.Profile == Program {
		rules.Execute = append(slices.Clone(loaders), c.Path)
	} else {
		rules.Execute = slices.Concat(launcher.SystemFolders, s.options.Show)
		rules.Read = append(rules.Read, "/proc")
	}
	return rules
}

// finish tells the end.
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

// PID returns the process's id as the caller sees it, 0 where that is unknown.
func (p *Process) PID() int { return p.host }

// Resident returns the bytes that the process and those below it have in memory.
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

// Ended is closed when the process has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Kill kills the process, unless it has ended; what it has started stays until its end is seen.
func (p *Process) Kill() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.pidfd >= 0 {
		_ = unix.PidfdSendSignal(p.pidfd, unix.SIGKILL, nil, 0)
	}
}

// Wait returns how the process ended, when it has.
func (p *Process) Wait() Status {
	<-p.ended
	return p.status
}

// OutputBytes bounds what Run keeps of what a command writes to one of its outputs: as many bytes mean that some may be missing.
const OutputBytes = 64 << 20

// outputWait is how long an output may stay open when the command has ended: a process that it left behind may hold it.
const outputWait = time.Second

// Run runs the command to its end and copies what it writes; either writer may be nil. When ctx is done all that is in the sandbox
// is killed, and the error is an *InterruptedError. It is an *ExitError when the command fails; when the kernel has killed one of its
// processes for want of memory, the sandbox is ended and Exceeded says so.
func (s *Sandbox) Run(ctx context.Context, c Command, stdout, stderr io.Writer) error {
	if err := context.Cause(ctx); err != nil {
		return &InterruptedError{Command: c.name(), Cause: err}
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
			return err
		}
		outputs = append(outputs, o)
		c.Files[1+i] = o.theirs
	}
	killedBefore := s.group.kills()
	process, err := s.Start(c)
	for _, o := range outputs {
		o.theirs.Close() // the command has it
	}
	if err != nil {
		return err
	}
	name := c.name()
	select {
	case <-process.ended:
	case <-ctx.Done():
		name += process.busy()
		if err := s.Clear(); err != nil {
			return errors.Join(context.Cause(ctx), err)
		}
		<-process.ended
	}
	for _, o := range outputs {
		o.finish()
	}
	status := process.Wait()
	if s.group.kills() > killedBefore {
		s.exceed(fmt.Sprintf("its processes needed more than %d MB of memory together", s.options.Memory>>20))
	}
	switch {
	case ctx.Err() != nil:
		return &InterruptedError{Command: name, Cause: context.Cause(ctx)}
	case s.Exceeded() != "":
		return s.failure(&ExitError{name, status})
	case status.WaitStatus != 0:
		return &ExitError{name, status}
	}
	return nil
}

// output copies what comes out of a pipe.
type output struct {
	reader, theirs *os.File
	copied         chan struct{} // closed when all was
}

func newOutput(writer io.Writer) (*output, error) {
	reader, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	o := &output{reader, theirs, make(chan struct{})}
	go func() {
		defer close(o.copied)
		_, _ = io.Copy(writer, io.LimitReader(reader, OutputBytes))
		_, _ = io.Copy(io.Discard, reader)
	}()
	return o, nil
}

// finish waits for the end of the output, or gives it up.
func (o *output) finish() {
	select {
	case <-o.copied:
	case <-time.After(outputWait):
		o.reader.Close()
		<-o.copied
	}
}
