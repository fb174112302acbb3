package replay

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/suite"
)

// Ending is how a run ended.
type Ending string

// The endings.
const (
	Exited      Ending = "exited"        // main returned, or exit was called
	OutOfInputs Ending = "out of inputs" // the program asked for one more input than the test has
	Malformed   Ending = "malformed"     // an input was not a number of its type
	Signalled   Ending = "signal"        // a signal ended the program: a crash, or abort
	TimedOut    Ending = "timeout"       // the run took too long
	OutOfMemory Ending = "memory"        // the program occupied too much memory
)

// Outcome is the outcome of one run.
type Outcome struct {
	Covered   []bool         // for each of Program.Goals; all false unless Published
	Published bool           // the run ended, or called abort, in a way that keeps its coverage
	Ending    Ending         //
	ExitCode  int            // set if it exited or was out of inputs
	Signal    syscall.Signal // set if a signal ended it
	Inputs    int            // inputs that the program read, even if it crashed
}

// head is the head of the shared memory; the same in the harness.
type head struct {
	Started, Published, Exhausted, Malformed, Inputs, Forks uint32
}

const headSize = 6 * 4

// watchInterval is how often the memory of a run is checked. In this time, a program can fill some 100 MB.
const watchInterval = 10 * time.Millisecond

// Run runs one test in a process of its own. Afterwards, all processes that it started are killed. The outcome says what the
// program did; an error means that it could not be run, or that ctx is done. The cost besides the program's own is about a
// millisecond.
func (p *Program) Run(ctx context.Context, test suite.Test) (*Outcome, error) {
	outcome, err := p.run(ctx, test)
	if isOver(err) && ctx.Err() == nil { // it may have begun to end before this test
		outcome, err = p.run(ctx, test)
	}
	if err != nil {
		return nil, fmt.Errorf("replay of %s: %w", strings.Join(p.options.Programs, ", "), err)
	}
	return outcome, nil
}

func (p *Program) run(ctx context.Context, test suite.Test) (*Outcome, error) {
	box, err := p.idle.take(p)
	if err != nil {
		return nil, err
	}
	outcome, err := p.execute(ctx, box, test)
	if err == nil && p.gcov != nil {
		err = count(ctx, p, box, outcome)
	}
	if err != nil {
		return nil, errors.Join(err, box.Close())
	}
	return outcome, p.idle.put(box)
}

// count notes the goals that gcov counted in a run that has ended, and empties the sandbox.
func count(ctx context.Context, p *Program, box *sandbox.Sandbox, outcome *Outcome) (err error) {
	if outcome.Published, err = p.cover(ctx, box, outcome.Covered); err != nil {
		return err
	}
	if err = box.Clear(); isOver(err) {
		return nil // a sandbox that has ended is not used again
	}
	return err
}

// isOver tells whether an error is that the sandbox has ended, as when what a program left needed too much memory.
func isOver(err error) bool {
	var exceeded *sandbox.ExceededError
	return errors.Is(err, sandbox.ErrEnded) || errors.As(err, &exceeded)
}

// execute runs one test in the sandbox. If gcov counts, the run's data are added to those in the private folder.
func (p *Program) execute(ctx context.Context, box *sandbox.Sandbox, test suite.Test) (*Outcome, error) {
	stdin, err := memoryFile("inputs", writeInputs(test))
	if err != nil {
		return nil, err
	}
	defer stdin.Close()
	after := make([]byte, headSize+p.placed)
	shared, err := memoryFile("goals", func(w io.Writer) error {
		_, err := w.Write(after)
		return err
	})
	if err != nil {
		return nil, err
	}
	defer shared.Close()
	if _, err := unix.FcntlInt(shared.Fd(), unix.F_ADD_SEALS, seals); err != nil {
		return nil, fmt.Errorf("sealing the shared memory: %w", err)
	}
	status, killed, err := p.supervise(ctx, box, stdin, shared)
	if err != nil {
		return nil, err
	}
	if _, err := shared.ReadAt(after, 0); err != nil {
		return nil, err
	}
	return p.outcome(after, status, killed)
}

// seals fix the size of the shared memory: code that runs before the harness may keep a descriptor of it.
const seals = unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL

// command is the command that runs the program.
func (p *Program) command(stdin, shared *os.File) sandbox.Command {
	c := sandbox.Command{
		Path: p.executable, Arguments: []string{"program"}, Environment: []string{"LC_ALL=C"}, Files: []*os.File{stdin, nil, nil, shared},
		// the time limit ends it before
		Profile: sandbox.Program, Bits: p.options.DataModel.Bits(), CPU: p.options.TimeLimit.Truncate(time.Second) + 2*time.Second,
		FileBytes: programFileBytes, Descriptors: programDescriptors, Left: sandbox.Removed,
	}
	if p.gcov != nil {
		c.Left = sandbox.Ends // its data are still needed, but nothing else of it may be beside gcov
		c.Environment = append(c.Environment, "GCOV_PREFIX="+work(p.options.Scratch), "GCOV_PREFIX_STRIP=1000")
	}
	return c
}

const (
	programFileBytes   = 16 << 20 // maximum size of a file that the program may write
	programDescriptors = 1024     // maximum number that it may have open at once
)

// writeInputs writes the text that the harness reads: a line for each input.
func writeInputs(test suite.Test) func(io.Writer) error {
	return func(target io.Writer) error {
		lines := bufio.NewWriter(target)
		for i := range test.Inputs {
			lines.WriteString(test.Inputs[i].Value) // the writer keeps the first error for Flush
			lines.WriteByte('\n')
		}
		return lines.Flush()
	}
}

// memoryFile returns a file in memory with the content that fill writes, positioned at its beginning.
func memoryFile(name string, fill func(io.Writer) error) (*os.File, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, fmt.Errorf("memfd_create: %w", err)
	}
	file := os.NewFile(uintptr(fd), name)
	if err := fill(io.NewOffsetWriter(file, 0)); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// supervise runs the program to its end. The Ending says why it had to be killed, and is empty if it was not killed.
func (p *Program) supervise(ctx context.Context, box *sandbox.Sandbox, stdin, shared *os.File) (sandbox.Status, Ending, error) {
	process, err := box.Start(p.command(stdin, shared))
	if err != nil {
		return sandbox.Status{}, "", err
	}
	killed := p.watch(ctx, process)
	return process.Wait(), killed, context.Cause(ctx)
}

// watch waits for the end of the program. It kills a program that exceeds a limit, and returns which limit that was.
func (p *Program) watch(ctx context.Context, process *sandbox.Process) Ending {
	patience := patience{limit: p.options.TimeLimit}
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for {
		var reason Ending
		select {
		case <-process.Ended():
			return ""
		case <-ctx.Done():
			reason = TimedOut
		case <-ticker.C:
			switch {
			case process.Resident() > uint64(p.options.MemoryLimit):
				reason = OutOfMemory
			case patience.ends(process.CPU):
				reason = TimedOut
			default:
				continue
			}
		}
		process.Kill() // it may just have ended
		<-process.Ended()
		return reason
	}
}

// Exit statuses of a program that does not start: that of the harness, which cannot map the shared memory, and that of the dynamic linker.
const (
	exitNoMemory  = 126
	exitNoLibrary = 127
)

// outcome reads the shared memory as the process left it. The program may have written anything there, also that it has not started.
func (p *Program) outcome(shared []byte, status sandbox.Status, killed Ending) (*Outcome, error) {
	var h head
	if err := binary.Read(bytes.NewReader(shared), binary.LittleEndian, &h); err != nil {
		return nil, err
	}
	if h.Started != 0 {
		p.started.Store(true)
	}
	if !p.started.Load() && killed == "" && (status.ExitStatus() == exitNoMemory || status.ExitStatus() == exitNoLibrary) {
		return nil, fmt.Errorf("the program did not start: %s", status)
	}
	result := &Outcome{Covered: make([]bool, len(p.goals)), Published: h.Published != 0, Inputs: int(h.Inputs)}
	for i, number := range p.numbers {
		result.Covered[i] = shared[headSize+number] != 0
	}
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
