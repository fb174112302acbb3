// Package target runs the instrumented program: it starts the target's process, hands it batches of inputs through
// shared memory and gives back what each run recorded.
//
// The process prepares itself once. Then it forks for each input (fork server), or runs one input after the other and
// puts the program's state back in between (persistent); ModeFor says which a program allows. Persistent runs are
// sampled: now and then one is made again in a fresh process, and where the traces differ the target is forked for good.
// The process ends with its engine, whatever happens.
package target

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// Options say what to start and how to confine it.
type Options struct {
	Executable  string           // the linked target
	Scratch     string           // existing folder, the only one in which the program may write; its working directory
	MemoryBytes uint64           // address space of one run; 0: unlimited
	FileBytes   uint64           // size of a file that the program may write
	Limits      execution.Limits // first limits, decide the size of the shared memory
	Wide        bool             // the program compares operands of more than 64 bits
	Persistent  bool             // run many inputs in one process
	FellBack    func(why string) // called when sampling shows that a persistent target has to be forked, may be nil
	Started     func(pid int)    // called with each process started, may be nil
	Ended       func(pid int, cpu time.Duration)
}

// Restarts without a finished run after which the target counts as broken.
const restartsWithoutProgress = 3

// Process is a running target; it implements execution.Target.
type Process struct {
	options  Options
	memory   *sharedMemory
	capacity capacity
	command  *exec.Cmd
	commands *os.File // our end: one byte starts a batch
	replies  *os.File // our end: one byte ends it
	runs     []execution.Run
	ctx      context.Context
	unwatch  func() bool
	restarts int
	mode     layout.Mode
	limits   execution.Limits // of the present batch
	batches  uint64           // handed over in persistent mode
	sampled  uint64           // runs made again in a fresh process
}

var _ execution.Target = (*Process)(nil)

// Start starts the target. When ctx is done its processes are killed and Execute returns the context's error.
func Start(ctx context.Context, options Options) (*Process, error) {
	p := &Process{options: options, ctx: ctx, limits: options.Limits, mode: layout.ModeForked}
	if options.Persistent {
		p.mode = layout.ModePersistent
	}
	if err := p.allocate(options.Limits); err != nil {
		return nil, err
	}
	if err := p.start(); err != nil {
		return nil, errors.Join(err, p.memory.close())
	}
	return p, nil
}

func (p *Process) allocate(limits execution.Limits) error {
	c := capacityFor(limits, p.options.Wide)
	memory, err := newSharedMemory(c)
	if err != nil {
		return err
	}
	p.memory, p.capacity = memory, c
	return nil
}

func (p *Process) start() error {
	commandRead, commandWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	replyRead, replyWrite, err := os.Pipe()
	if err != nil {
		return errors.Join(err, commandRead.Close(), commandWrite.Close())
	}
	control := p.memory.control
	*control = p.memory.header
	control.MemoryBytes = p.options.MemoryBytes
	if control.MemoryBytes != 0 {
		control.MemoryBytes += control.SharedSize
	}
	control.FileBytes = p.options.FileBytes
	command := exec.Command(p.options.Executable)
	command.Dir = p.options.Scratch
	command.Env = []string{"LC_ALL=C"}
	command.ExtraFiles = []*os.File{p.memory.file, commandRead, replyWrite}
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = command.Start()
	errs := errors.Join(commandRead.Close(), replyWrite.Close())
	if err = errors.Join(err, errs); err != nil {
		return errors.Join(fmt.Errorf("target %s does not start: %w", p.options.Executable, err), commandWrite.Close(), replyRead.Close())
	}
	p.command, p.commands, p.replies = command, commandWrite, replyRead
	pid := command.Process.Pid
	if p.options.Started != nil {
		p.options.Started(pid)
	}
	p.unwatch = context.AfterFunc(p.ctx, func() { _ = unix.Kill(-pid, unix.SIGKILL) })
	if !p.awaitReply() {
		return p.startFailure()
	}
	return nil
}

// startFailure explains why a target did not become ready.
func (p *Process) startFailure() error {
	state := p.stop()
	if err := p.ctx.Err(); err != nil {
		return err
	}
	reasons := map[int]string{
		120: "it cannot map the shared memory; give more memory",
		121: "it was built by another version; build it again",
		122: "it has no descriptors left; raise the limit of open files",
	}
	if reason, ok := reasons[state.ExitCode()]; ok {
		return fmt.Errorf("the target does not become ready: %s", reason)
	}
	return fmt.Errorf("the target does not become ready: it ended with %s", state)
}

// awaitReply waits for the target's byte; false means that its process has ended. The target looks after the time of its
// runs itself. One that has not done so for long, because the program has destroyed the runtime's memory, is killed.
func (p *Process) awaitReply() bool {
	var one [1]byte
	for heartbeat := p.heartbeat(); ; {
		if err := p.replies.SetReadDeadline(time.Now().Add(p.silence())); err != nil {
			return false
		}
		n, err := p.replies.Read(one[:])
		if err == nil && n == 1 {
			return true
		}
		now := p.heartbeat()
		if !errors.Is(err, os.ErrDeadlineExceeded) || now == heartbeat {
			return false
		}
		heartbeat = now
	}
}

func (p *Process) heartbeat() uint32 { return atomic.LoadUint32(&p.memory.control.Heartbeat) }

// silence is how long a target may show no sign of life: some times what it may give a run.
func (p *Process) silence() time.Duration {
	return 3*time.Duration(p.limits.Milliseconds)*time.Millisecond + 2*time.Second
}

// patience is how long a target may take to end by itself; only then does the kernel count the CPU time of all its
// processes as ours.
const patience = 300 * time.Millisecond

// stop ends the process with everything that it started and waits for it.
func (p *Process) stop() *os.ProcessState {
	p.unwatch()
	pid := p.command.Process.Pid
	_ = p.commands.Close()
	timer := time.AfterFunc(patience, func() { _ = unix.Kill(-pid, unix.SIGKILL) })
	_ = p.command.Wait()
	timer.Stop()
	_ = unix.Kill(-pid, unix.SIGKILL)
	_ = p.replies.Close()
	state := p.command.ProcessState
	if p.options.Ended != nil {
		p.options.Ended(pid, state.UserTime()+state.SystemTime())
	}
	return state
}

// Close implements execution.Target.
func (p *Process) Close() error {
	p.stop()
	return p.memory.close()
}

// CageMissing names the layers of the cage that the kernel refused.
func (p *Process) CageMissing() []string {
	var names []string
	for layer := layout.Cage(0); layer < 32; layer++ {
		if p.memory.control.CageMissing&(1<<layer) != 0 {
			names = append(names, layer.String())
		}
	}
	return names
}

// PointerBits is 32 or 64, as the target says.
func (p *Process) PointerBits() int { return int(p.memory.control.PointerBits) }

// Execute implements execution.Target. A batch that does not fit into the shared memory is handed over in parts.
func (p *Process) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	if err := p.execute(ctx, batch, p.mode); err != nil {
		return nil, err
	}
	if p.mode == layout.ModePersistent && p.sampleNow() {
		if err := p.sample(ctx, batch); err != nil {
			return nil, err
		}
	}
	return p.runs, nil
}

// execute runs the batch and leaves the runs in p.runs.
func (p *Process) execute(ctx context.Context, batch *execution.Batch, mode layout.Mode) error {
	if !p.capacity.fits(batch.Limits) {
		if err := p.grow(batch.Limits); err != nil {
			return err
		}
	}
	p.runs = p.runs[:0]
	for inputs := batch.Inputs; len(inputs) > 0; {
		if err := errors.Join(ctx.Err(), p.ctx.Err()); err != nil {
			return err
		}
		detach(p.runs)
		completed, reached, err := p.handOver(batch, inputs, mode)
		if err != nil {
			return err
		}
		if reached {
			break
		}
		inputs = inputs[completed:]
	}
	return nil
}

// grow replaces memory and process by larger ones.
func (p *Process) grow(limits execution.Limits) error {
	if err := p.Close(); err != nil {
		return err
	}
	if err := p.allocate(limits); err != nil {
		return err
	}
	return p.start()
}

// detach gives the runs memory of their own before the shared memory is used again.
func detach(runs []execution.Run) {
	for i := range runs {
		r := &runs[i]
		r.Conditions = slices.Clone(r.Conditions)
		r.Reads = slices.Clone(r.Reads)
		r.Bytes = slices.Clone(r.Bytes)
		for _, c := range r.Conditions {
			if c.Wide != 0 {
				r.Wides = slices.Clone(r.Wides)
				break
			}
		}
	}
}

// handOver lets the target run as many of the inputs as fit and appends their runs.
func (p *Process) handOver(batch *execution.Batch, inputs [][]byte, mode layout.Mode) (completed int, reached bool, err error) {
	p.limits = batch.Limits
	p.writeControl(batch)
	p.memory.control.Mode = uint32(mode)
	count := p.memory.put(inputs)
	if count == 0 {
		return 0, false, fmt.Errorf("an input of %d bytes does not fit into the shared memory: raise the limit of input bytes", len(inputs[0]))
	}
	control := p.memory.control
	control.InputCount = uint32(count)
	alive := p.exchange()
	completed = min(int(control.Completed), count)
	if err := p.collect(completed); err != nil {
		return 0, false, err
	}
	if !alive {
		return p.replace(completed)
	}
	if completed == 0 {
		return 0, false, errors.New("the target cannot fork: raise the limits of processes and memory")
	}
	p.restarts = 0
	return completed, control.BatchEnding == uint32(layout.BatchEndingGoalReached), nil
}

func (p *Process) writeControl(batch *execution.Batch) {
	c := p.memory.control
	c.Completed = 0
	c.BatchEnding = uint32(layout.BatchEndingNone)
	c.GoalIndex = layout.NoGoal
	if goal := batch.Goal; goal != nil {
		c.GoalIndex, c.GoalPath, c.GoalLocation = goal.Index, goal.Path, goal.Location
		if goal.Direction {
			c.GoalLocation |= layout.DirectionBit
		}
	}
	c.LimitConditions = batch.Limits.Conditions
	c.LimitDepth = batch.Limits.Depth
	c.LimitInputBytes = batch.Limits.InputBytes
	c.LimitSteps = batch.Limits.Steps
	c.LimitMilliseconds = batch.Limits.Milliseconds
	c.ContextDepth = batch.Limits.ContextDepth
	c.Fill = uint32(batch.Fill)
	c.StopAtError = flag(batch.StopAtError)
	c.UsesWides = flag(p.options.Wide)
}

func flag(set bool) uint32 {
	if set {
		return 1
	}
	return 0
}

// exchange hands the batch over and waits for its end; false means that the target's process has ended.
func (p *Process) exchange() bool {
	if _, err := p.commands.Write([]byte{'b'}); err != nil {
		return false
	}
	return p.awaitReply()
}

func (p *Process) collect(completed int) error {
	for i := range completed {
		run, err := p.memory.run(i)
		if err != nil {
			return err
		}
		p.runs = append(p.runs, run)
	}
	return nil
}

// replace starts a new process after the old one ended within run number completed, which counts as lost.
func (p *Process) replace(completed int) (int, bool, error) {
	detach(p.runs)
	state := p.stop()
	if err := p.ctx.Err(); err != nil {
		return 0, false, err
	}
	if completed > 0 {
		p.restarts = 0
	}
	p.restarts++
	if p.restarts > restartsWithoutProgress {
		return 0, false, fmt.Errorf("the target's process ended %d times before a run was finished, the last time with %s", p.restarts, state)
	}
	if err := p.start(); err != nil {
		return 0, false, err
	}
	p.runs = append(p.runs, execution.Run{Ending: layout.EndingLost, Call: layout.NoCall})
	return completed + 1, false, nil
}
