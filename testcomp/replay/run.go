package replay

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/testcomp/suite"
)

// Ending says how a run ended.
type Ending string

// The endings.
const (
	Exited      Ending = "exited"        // main returned, or exit was called
	OutOfInputs Ending = "out of inputs" // the program asked for one more input than the test has
	Malformed   Ending = "malformed"     // an input was no number of its type
	Signalled   Ending = "signal"        // a signal ended the program: a crash, or abort
	TimedOut    Ending = "timeout"       // the wall time was up
	OutOfMemory Ending = "memory"        // the program occupied too much memory
)

// Outcome is what one run did.
type Outcome struct {
	Covered   []bool         // for each of Program.Goals; all false unless Published
	Published bool           // the run ended, or called abort, in a way that keeps its coverage
	Ending    Ending         //
	ExitCode  int            // when it exited, or was out of inputs
	Signal    syscall.Signal // when it was signalled
	Inputs    int            // inputs that the program read; also when it crashed
}

// head is the head of the shared memory; the same in the harness.
type head struct {
	Started, Published, Exhausted, Malformed, Inputs, Seconds, Forks uint32
}

const headSize = 7 * 4

// watchInterval is how often the memory of a run is looked at. In this time, a program can fill some 100 MB.
const watchInterval = 10 * time.Millisecond

// Run runs one test in a process of its own, which is ended with all that it started. What the program does is in the
// outcome; an error means that it could not be run, or that ctx is done. The cost beside the program's own is about a
// millisecond.
func (p *Program) Run(ctx context.Context, test suite.Test) (*Outcome, error) {
	outcome, err := p.run(ctx, test)
	if err != nil {
		return nil, fmt.Errorf("replay of %s: %w", strings.Join(p.options.Programs, ", "), err)
	}
	return outcome, nil
}

func (p *Program) run(ctx context.Context, test suite.Test) (*Outcome, error) {
	if p.gcov == nil {
		return p.execute(ctx, test, "")
	}
	folder, err := os.MkdirTemp(p.file(workFolder), "gcov-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	outcome, err := p.execute(ctx, test, folder)
	if err == nil {
		outcome.Published, err = p.cover(ctx, folder, outcome.Covered)
	}
	return outcome, err
}

// execute runs one test. Where gcov counts, its data are added to those in the folder.
func (p *Program) execute(ctx context.Context, test suite.Test, folder string) (*Outcome, error) {
	stdin, err := memoryFile("inputs", inputLines(test))
	if err != nil {
		return nil, err
	}
	defer stdin.Close()
	initial := make([]byte, headSize+p.placed)
	binary.LittleEndian.PutUint32(initial[headSize-8:], uint32(p.options.TimeLimit/time.Second)+2)
	shared, err := memoryFile("goals", initial)
	if err != nil {
		return nil, err
	}
	defer shared.Close()
	command := exec.Command(p.executable)
	command.Dir = p.file(workFolder)
	command.Stdin, command.ExtraFiles = stdin, []*os.File{shared}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if p.gcov != nil {
		command.Env = append(os.Environ(), "GCOV_PREFIX="+folder, "GCOV_PREFIX_STRIP=1000")
	}
	killed, err := p.supervise(ctx, command)
	if err != nil {
		return nil, err
	}
	after := make([]byte, len(initial))
	if _, err := shared.ReadAt(after, 0); err != nil {
		return nil, err
	}
	return p.outcome(after, command.ProcessState, killed)
}

// inputLines returns what the harness reads: a line for each input.
func inputLines(test suite.Test) []byte {
	var lines strings.Builder
	for _, input := range test.Inputs {
		lines.WriteString(input.Value)
		lines.WriteByte('\n')
	}
	return []byte(lines.String())
}

// memoryFile returns a file without a name, at its beginning.
func memoryFile(name string, content []byte) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	file := os.NewFile(uintptr(fd), name)
	if _, err := file.WriteAt(content, 0); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// supervise runs the command to its end. It returns why it had to be killed, empty when it had not.
func (p *Program) supervise(ctx context.Context, command *exec.Cmd) (Ending, error) {
	if err := command.Start(); err != nil {
		return "", fmt.Errorf("%w; build the program again", err)
	}
	group := -command.Process.Pid
	ended := make(chan struct{})
	watched := make(chan Ending)
	go func() { watched <- p.watch(ctx, command.Process.Pid, ended) }()
	err := command.Wait()
	close(ended)
	killed := <-watched
	_ = syscall.Kill(group, syscall.SIGKILL) // what it started; there may be nothing
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return "", err
	}
	return killed, nil
}

// watch kills the process group when a limit is passed, and returns which; it ends when the process has ended.
func (p *Program) watch(ctx context.Context, pid int, ended <-chan struct{}) Ending {
	deadline := time.NewTimer(p.options.TimeLimit)
	defer deadline.Stop()
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for {
		var reason Ending
		select {
		case <-ended:
			return ""
		case <-ctx.Done():
			reason = TimedOut
		case <-deadline.C:
			reason = TimedOut
		case <-ticker.C:
			if resident(pid) <= p.options.MemoryLimit {
				continue
			}
			reason = OutOfMemory
		}
		_ = syscall.Kill(-pid, syscall.SIGKILL) // it may have ended in this moment
		<-ended
		return reason
	}
}

// resident returns the bytes of memory that the process occupies, 0 when it has ended.
func resident(pid int) int64 {
	content, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	var size, pages int64
	if _, err := fmt.Sscan(string(content), &size, &pages); err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// outcome reads the shared memory as the process left it.
func (p *Program) outcome(shared []byte, state *os.ProcessState, killed Ending) (*Outcome, error) {
	var h head
	if err := binary.Read(bytes.NewReader(shared), binary.LittleEndian, &h); err != nil {
		return nil, err
	}
	if h.Started == 0 && killed == "" {
		return nil, fmt.Errorf("the program did not start: %s", state)
	}
	result := &Outcome{Covered: make([]bool, len(p.goals)), Published: h.Published != 0, Inputs: int(h.Inputs)}
	for i, number := range p.numbers {
		result.Covered[i] = shared[headSize+number] != 0
	}
	status := state.Sys().(syscall.WaitStatus)
	switch {
	case killed != "" && status.Signaled():
		result.Ending = killed
	case h.Malformed != 0:
		result.Ending = Malformed
	case status.Signaled():
		result.Ending, result.Signal = Signalled, status.Signal()
	case h.Exhausted != 0:
		result.Ending, result.ExitCode = OutOfInputs, status.ExitStatus()
	default:
		result.Ending, result.ExitCode = Exited, status.ExitStatus()
	}
	return result, nil
}
