// Package runner runs the instrumented program: it starts the target's process, hands it batches of inputs through
// shared memory and gives back what each run recorded.
//
// The process prepares itself once. Then it forks for each input (fork server), or runs one input after the other and
// puts the program's state back in between (persistent); ModeFor says which a program allows. Persistent runs are
// sampled: now and then one is made again in a fresh process, and where the traces differ the target is forked for good.
// The process ends with its engine, whatever happens.
package runner

import (
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/sandbox"
)

// Options say what to start and how to confine it.
type Options struct {
	Executable string         // the linked target
	Policy     sandbox.Policy // what to do where the sandbox lacks a layer; default: go on
	// existing folder, the only one in which the program may write; its working directory, emptied after forked runs
	Scratch     string
	MemoryBytes uint64           // address space of one run; 0: unlimited
	FileBytes   uint64           // size of a file that the program may write
	Limits      execution.Limits // first limits, decide the size of the shared memory
	Locations   int              // number of the program's locations; 0: runs are never cut
	Wide        bool             // the program compares operands of more than 64 bits
	Persistent  bool             // run many inputs in one process
	Recording   RecordingSize    // of the memory for expressions; zero: the target does not record them
	OneCore     bool             // keep the target and the thread that calls Execute, which must be locked, on one processor
	FellBack    func(why string) // called when sampling shows that a persistent target has to be forked, may be nil
	Started     func(pid int)    // called with each launcher of a sandbox, from which all processes of the target descend; may be nil
	Ended       func(pid int)    // called when it and they have ended; may be nil
}

// Restarts before the first finished run after which the target counts as broken.
const restartsWithoutProgress = 3

// Process is a running target; it implements execution.Target.
type Process struct {
	options     Options
	memory      *sharedMemory
	recording   *recordingMemory // nil: it records no expressions
	capacity    capacity
	sandbox     *sandbox.Sandbox
	process     *sandbox.Process
	sequence    uint32 // number of the newest batch
	runs        []execution.Run
	ctx         context.Context
	unwatch     func() bool
	restarts    int
	worked      bool // a run was finished
	pointerBits int  // as the target said before its first run
	mode        layout.Mode
	limits      execution.Limits // of the present batch
	handed      handed
	core        *core                  // nil: the processes run where the kernel puts them
	allowed     unix.CPUSet            // processors that new processes may use
	batches     uint64                 // handed over in persistent mode
	sampled     uint64                 // runs made again in a fresh process
	late        int                    // of them, those that the clock ended in the persistent process only
	wanted      atomic.Pointer[string] // why it is to fork from the next batch on; nil: it is not
}

var _ execution.Bound = (*Process)(nil)

// Start starts the target. When ctx is done its processes are killed: Execute returns the runs of the batch that were made
// before, or the context's error where there are none.
func Start(ctx context.Context, options Options) (*Process, error) {
	p := &Process{options: options, ctx: ctx, limits: options.Limits, mode: layout.ModeForked}
	if options.Persistent {
		p.mode = layout.ModePersistent
	}
	if err := unix.SchedGetaffinity(0, &p.allowed); err != nil {
		return nil, fmt.Errorf("processors that may be used: %w", err)
	}
	if options.OneCore {
		p.core = newCore(p.allowed)
	}
	if err := p.allocate(options.Limits); err != nil {
		return nil, err
	}
	if err := p.start(); err != nil {
		return nil, errors.Join(err, p.memory.close(), p.recording.close())
	}
	return p, nil
}

func (p *Process) allocate(limits execution.Limits) error {
	c := capacityFor(limits, p.options.Locations, p.options.Wide)
	memory, err := newSharedMemory(c)
	if err != nil {
		return err
	}
	p.memory, p.capacity = memory, c
	return p.allocateRecording()
}

// firstSequence is the number of the target's start, which it answers when it is ready.
const firstSequence = 1

func (p *Process) start() error {
	control := p.memory.control
	*control = p.memory.header
	p.memory.covered = 0
	memoryBytes := p.options.MemoryBytes
	if memoryBytes != 0 {
		memoryBytes += p.memory.header.SharedSize + p.recording.needs()
	}
	control.MemoryBytes = memoryBytes
	p.sequence = firstSequence
	control.Command = firstSequence
	p.memory.handed = question{limits: p.limits}
	if err := p.launch(memoryBytes, p.memory.header.SharedSize+p.recording.needs()); err != nil {
		return err
	}
	p.core.restart()
	place(p.process.PID(), &p.allowed) // the thread that started it may be bound to one
	box := p.sandbox
	p.unwatch = context.AfterFunc(p.ctx, func() { _ = box.Close() })
	if !p.awaitReply() {
		return p.startFailure()
	}
	p.pointerBits = int(atomic.LoadUint32(&p.memory.control.PointerBits))
	return nil
}

const (
	descriptors = 1024 // that the program may have open at once
	// Memory of all processes of a target together, besides twice what one may have: server and worker, whose stacks and
	// variables are counted for each.
	moreMemory = 256 << 20
)

// launch starts the target in a sandbox of its own. memory is what one process may map, 0 for no limit, shared of it what they share.
func (p *Process) launch(memory, shared uint64) (err error) {
	o := &p.options
	bits, err := bitsOf(o.Executable)
	if err != nil {
		return fmt.Errorf("target %s: %w", o.Executable, err)
	}
	all := uint64(0)
	if memory > 0 {
		all = 2*(memory+shared) + moreMemory
	}
	p.sandbox, err = sandbox.Open(sandbox.Options{
		Policy: o.Policy, Show: []string{o.Executable}, Private: o.Scratch, Memory: all, Started: o.Started, Ended: o.Ended,
	})
	if err != nil {
		return fmt.Errorf("target %s: %w", o.Executable, err)
	}
	p.process, err = p.sandbox.Start(sandbox.Command{
		Path: o.Executable, Arguments: []string{"target"}, Environment: []string{"LC_ALL=C"}, Files: p.files(),
		Profile: sandbox.Program, Bits: bits, AddressSpace: memory, FileBytes: o.FileBytes, Descriptors: descriptors, Fixed: true, Serves: true,
		Stack: p.recording != nil,
	})
	if err != nil {
		return errors.Join(fmt.Errorf("target %s: %w", o.Executable, err), p.sandbox.Close())
	}
	return nil
}

// files are the descriptors of the target from 0 on.
func (p *Process) files() []*os.File {
	files := []*os.File{nil, nil, nil, p.memory.file}
	if p.recording != nil {
		files = append(files, p.recording.file)
	}
	return files
}

// bitsOf returns the data model of an executable, 32 or 64.
func bitsOf(executable string) (int, error) {
	file, err := elf.Open(executable)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	if file.Class == elf.ELFCLASS32 {
		return 32, nil
	}
	return 64, nil
}

// startFailure explains why a target did not become ready.
func (p *Process) startFailure() error {
	exceeded := p.sandbox.Exceeded()
	state := p.stop()
	if err := p.ctx.Err(); err != nil {
		return err
	}
	if exceeded != "" {
		return fmt.Errorf("the target does not become ready: %s", exceeded)
	}
	reasons := map[int]string{
		layout.ExitNoMemory:    "it cannot map the shared memory; give more memory",
		layout.ExitOtherLayout: "it was built by another version; build it again",
	}
	if reason, ok := reasons[state.ExitStatus()]; ok {
		return fmt.Errorf("the target does not become ready: %s", reason)
	}
	return fmt.Errorf("the target does not become ready: it ended with %s", state)
}

// awaitReply waits until the target has answered the newest batch; false means that its process has ended. The target
// looks after the time of its runs itself. One that has not done so for long, because the program has destroyed the
// runtime's memory, or seems to work on more than it was given, is given up.
func (p *Process) awaitReply() bool {
	heartbeat, start := p.memory.heartbeat(), time.Now()
	alive := start
	for !p.memory.wait(p.sequence) {
		select {
		case <-p.process.Ended():
			return p.memory.answered(p.sequence)
		default:
		}
		if p.memory.racing() || time.Since(start) > p.memory.allowance() {
			return false
		}
		now := p.memory.heartbeat()
		if now != heartbeat {
			heartbeat, alive = now, time.Now()
		} else if time.Since(alive) > silence(p.limits) {
			return false
		}
	}
	return true
}

// patience is how long a target may take to end by itself; only then does the kernel count the CPU time of all its
// processes as ours.
const patience = 300 * time.Millisecond

// stop ends the process with everything that it started and waits for it.
func (p *Process) stop() sandbox.Status {
	p.unwatch()
	p.memory.send(layout.CommandEnd)
	select {
	case <-p.process.Ended():
	case <-time.After(patience):
	}
	_ = p.sandbox.Close() // it has nothing to say
	return p.process.Wait()
}

// Close implements execution.Target.
func (p *Process) Close() error {
	p.Release()
	p.stop()
	return errors.Join(p.memory.close(), p.recording.close())
}

// Missing names the layers of the sandbox that are not in force, and why.
func (p *Process) Missing() (layers []sandbox.Layer, why []string) { return p.sandbox.Missing() }

// PointerBits is 32 or 64, as the target says.
func (p *Process) PointerBits() int { return p.pointerBits }

// Execute implements execution.Target. Of a batch that does not fit into the shared memory it makes the first runs.
func (p *Process) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	if why := p.wanted.Swap(nil); why != nil && p.mode == layout.ModePersistent {
		p.fallBack(*why)
	}
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

// Release implements execution.Bound.
func (p *Process) Release() { p.core.release() }

// execute runs the batch and leaves the runs in p.runs.
func (p *Process) execute(ctx context.Context, batch *execution.Batch, mode layout.Mode) error {
	if err := p.begin(ctx, batch, mode); err != nil {
		return err
	}
	return p.finish()
}

// handed is a batch of which the target has, or had, the first inputs.
type handed struct {
	batch  *execution.Batch
	mode   layout.Mode
	inputs [][]byte // of the batch
	count  int      // of them with the target
}

// begin hands over as much of the batch as fits.
func (p *Process) begin(ctx context.Context, batch *execution.Batch, mode layout.Mode) error {
	if !p.capacity.fits(batch.Limits) {
		if err := p.grow(batch.Limits); err != nil {
			return err
		}
	}
	p.core.turn(p.process.PID())
	p.runs = p.runs[:0]
	p.handed = handed{batch: batch, mode: mode, inputs: batch.Inputs}
	return p.handOver(ctx)
}

// finish waits for the end of what was handed over and collects its runs.
func (p *Process) finish() error {
	if len(p.handed.inputs) == 0 {
		return nil
	}
	alive, sound := p.awaitReply(), false
	if p.runs, sound = p.memory.take(p.runs, alive); !sound {
		return p.replace(alive)
	}
	if err := p.ctx.Err(); err != nil {
		return p.cutOff(err)
	}
	p.worked = true
	return nil
}

// cutOff keeps the runs that were made before the processes were killed at the context's end: they count, and the next batch
// gets the error. Of processes that are killed at once one may still see another die, and take that for a crash of the program.
func (p *Process) cutOff(err error) error {
	killed := func(r execution.Run) bool {
		return r.Ending == layout.EndingLost || r.Ending == layout.EndingCrashed && r.Detail == uint32(unix.SIGKILL)
	}
	if first := slices.IndexFunc(p.runs, killed); first >= 0 {
		p.runs = p.runs[:first]
	}
	if len(p.runs) > 0 {
		return nil
	}
	return err
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
		r.Conditions = r.Conditions.Copy(execution.Trace{})
		r.Reads = slices.Clone(r.Reads)
		r.Bytes = slices.Clone(r.Bytes)
	}
}

// handOver lets the target begin with as many of the inputs as fit.
func (p *Process) handOver(ctx context.Context) error {
	h := &p.handed
	if len(h.inputs) == 0 {
		return nil
	}
	if err := errors.Join(ctx.Err(), p.ctx.Err()); err != nil {
		return err
	}
	p.limits = h.batch.Limits
	if h.count = p.memory.put(h.batch, h.inputs, h.mode, p.options.Wide); h.count == 0 {
		return fmt.Errorf("an input of %d bytes does not fit into the shared memory: raise the limit of input bytes", len(h.inputs[0]))
	}
	p.sequence++
	if p.sequence == layout.CommandEnd {
		p.sequence = firstSequence
	}
	p.memory.send(p.sequence)
	return nil
}

// Discard implements execution.Target.
func (p *Process) Discard() error {
	p.stop()
	return p.restart()
}

// restart starts a process in the place of one that was stopped, in memory of its own: something that the old one has left
// behind may still write to the old memory.
func (p *Process) restart() error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	detach(p.runs)
	if err := p.memory.close(); err != nil {
		return err
	}
	memory, err := newSharedMemory(p.capacity)
	if err != nil {
		return err
	}
	p.memory = memory
	if err := p.recording.close(); err != nil {
		return err
	}
	if err := p.allocateRecording(); err != nil {
		return err
	}
	return p.start()
}

// replace starts a new process after the old one ended, or was given up, within a batch, or has left a garbled run.
func (p *Process) replace(alive bool) error {
	state := p.stop()
	if err := p.ctx.Err(); err != nil {
		return p.cutOff(err)
	}
	made := func(r execution.Run) bool { return r.Ending != layout.EndingLost || r.Garbled }
	p.worked = p.worked || slices.ContainsFunc(p.runs, made)
	p.restarts++
	switch {
	case p.worked:
	case alive:
		return errors.New("the target cannot fork: raise the limits of processes and memory")
	case p.restarts > restartsWithoutProgress:
		return fmt.Errorf("the target's process ended %d times before a run was finished, the last time with %s", p.restarts, state)
	}
	return p.restart()
}
