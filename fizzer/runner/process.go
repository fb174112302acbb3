// Package runner runs the instrumented program: it starts the target's process, hands it batches of inputs through shared memory and
// returns what each run recorded.
//
// The process initialises itself once. Then it forks for each input (fork server), or it runs one input after the other and restores
// the program's state in between (persistent mode). ModeFor tells which programs allow persistent mode. Persistent runs are sampled:
// now and then one is repeated in a fresh process, and if the traces differ, the target is forked from then on. The process always
// ends with its engine.
package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/sandbox"
)

// Options say what to start and how to confine it.
type Options struct {
	Executable string         // the linked target
	Policy     sandbox.Policy // what to do if the sandbox lacks a layer; default: continue
	// existing folder, the working directory and the only folder in which the program may write; emptied after forked runs
	Scratch     string
	MemoryBytes uint64           // address space of one run; 0: unlimited
	FileBytes   uint64           // size of a file that the program may write
	Limits      execution.Limits // first limits; they decide the size of the shared memory
	Locations   int              // number of the program's locations; 0: runs are never cut
	Wide        bool             // the program compares operands of more than 64 bits
	Lean        bool             // the target is a lean form (toolchain.Target.Lean); each batch needs a Cut
	Persistent  bool             // run many inputs in one process
	Recording   RecordingSize    // of the memory for expressions; zero: the target does not record them
	OneCore     bool             // keep the target and the thread that calls Execute, which must be locked, on one processor
	FellBack    func(why string) // called when a persistent target has to be forked from now on; may be nil
	Started     func(pid int)    // called with each sandbox launcher, the ancestor of all processes of the target; may be nil
	Ended       func(pid int)    // called when the launcher and its descendants have ended; may be nil
}

// maxFutileRestarts is the number of restarts before the first finished run after which the target counts as broken. Those where
// the tool counted that its processes together exceeded a bound, or gave the target up because it did not answer, do not count: the
// program does that, and other inputs may not.
const maxFutileRestarts = 3

// Process is a running target; it implements execution.Target. It replaces the server when that dies, misbehaves or is too small.
type Process struct {
	persistence
	renewal
	leanForm
	seat
	options  Options
	ctx      context.Context
	server   *server // the present one
	capacity capacity
	limits   execution.Limits // of the present batch
	handed   handed
	runs     []execution.Run
	restarts int
	futile   int         // restarts that count towards maxFutileRestarts
	worked   bool        // a run was finished
	allowed  unix.CPUSet // processors that new processes may use
}

var _ execution.Bound = (*Process)(nil)

// Start starts the target. When ctx is done its processes are killed; Execute then returns the runs of the batch that were finished,
// or the context's error if there are none.
func Start(ctx context.Context, options Options) (*Process, error) {
	p := newProcess(ctx, options)
	if err := unix.SchedGetaffinity(0, &p.allowed); err != nil {
		return nil, fmt.Errorf("processors that may be used: %w", err)
	}
	if options.OneCore {
		p.core = newCore(p.allowed)
	}
	if err := p.start(); err != nil {
		return nil, err
	}
	return p, nil
}

// newProcess returns a target that is not started.
func newProcess(ctx context.Context, options Options) *Process {
	p := &Process{options: options, ctx: ctx, limits: options.Limits}
	p.leanForm.ordinary = p
	p.mode, p.fellBack = layout.ModeForked, options.FellBack
	if options.Persistent {
		p.mode = layout.ModePersistent
	}
	p.capacity = capacityFor(options.Limits, options.Locations, options.Wide)
	return p
}

// start starts a server with memory of its own, and once more if it is silent or its sandbox ends: somebody may have stopped it, or killed
// the launcher.
func (p *Process) start() (err error) {
	for range 2 {
		var s *server
		if s, err = startServer(p.ctx, &p.options, p.capacity, p.limits); err == nil {
			p.server = s
			p.core.restart()
			place(s.process.PID(), &p.allowed) // the thread that started it may be bound to one processor
			if err = s.awaitReady(); err == nil {
				return nil
			}
			err = errors.Join(err, s.close())
		}
		if again := errors.Is(err, errSilent) || errors.Is(err, sandbox.ErrEnded); !again || p.ctx.Err() != nil {
			break
		}
	}
	return err
}

// Close implements execution.Target.
func (p *Process) Close() error {
	p.Release()
	p.leanForm.close()
	return p.server.close()
}

// Missing names the layers of the sandbox that are not in force, and why.
func (p *Process) Missing() (layers []sandbox.Layer, why []string) { return p.server.box.Missing() }

// PointerBits is 32 or 64, as the target reports it.
func (p *Process) PointerBits() int { return p.server.pointerBits }

// Execute implements execution.Target. If the batch does not fit into the shared memory, only its first inputs are run.
func (p *Process) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	p.working = false
	p.adopt()
	if err := p.renew(); err != nil {
		return nil, err
	}
	if runs, ok := p.leanForm.execute(ctx, batch); ok {
		return runs, nil
	}
	if err := p.execute(ctx, batch, p.mode); err != nil {
		return nil, err
	}
	if p.sampleNow() {
		if err := p.sample(ctx, batch); err != nil {
			return nil, err
		}
	}
	return p.runs, nil
}

// Release implements execution.Bound.
func (p *Process) Release() { p.core.release() }

// execute runs the batch and stores the runs in p.runs.
func (p *Process) execute(ctx context.Context, batch *execution.Batch, mode layout.Mode) error {
	if err := p.begin(ctx, batch, mode); err != nil {
		return err
	}
	return p.finish()
}

// handed is a batch whose first inputs the target has, or had.
type handed struct {
	batch  *execution.Batch
	mode   layout.Mode
	inputs [][]byte // of the batch
	count  int      // number of inputs that the target got
}

// begin hands over as many inputs of the batch as fit.
func (p *Process) begin(ctx context.Context, batch *execution.Batch, mode layout.Mode) error {
	if p.server.closed { // no other one could be started
		if err := p.start(); err != nil {
			return err
		}
	}
	if !p.capacity.fits(batch.Limits) {
		if err := p.grow(batch.Limits); err != nil {
			return err
		}
	}
	p.core.turn(p.server.process.PID(), &p.placed)
	p.runs = p.runs[:0]
	p.handed = handed{batch: batch, mode: mode, inputs: batch.Inputs}
	h := &p.handed
	if len(h.inputs) == 0 {
		return nil
	}
	if err := errors.Join(ctx.Err(), p.ctx.Err()); err != nil {
		return err
	}
	p.limits = batch.Limits
	if h.count = p.server.memory.put(batch, h.inputs, mode, p.options.Wide); h.count == 0 {
		return fmt.Errorf("an input of %d bytes does not fit into the shared memory: raise the limit of input bytes", len(h.inputs[0]))
	}
	p.server.ask(p.core.givesWay())
	return nil
}

// finish waits for the target's answer and collects the runs.
func (p *Process) finish() error {
	if len(p.handed.inputs) == 0 {
		return nil
	}
	alive, usable := p.awaitReply(), false
	if p.runs, usable = p.server.memory.take(p.runs, alive); !usable {
		return p.replace(alive)
	}
	if err := p.ctx.Err(); err != nil {
		return p.keepFinished(err)
	}
	p.worked = true
	return nil
}

// awaitReply gives way to the target if that is likely to be enough, and otherwise sleeps; false: the target ended or was given up.
func (p *Process) awaitReply() bool {
	if p.core.givesWay() {
		answered := p.server.memory.giveWay(p.server.sequence)
		p.core.gaveWay(answered)
		if answered {
			return true
		}
	}
	return p.core != nil && p.server.memory.hold(p.server.sequence) || p.server.awaitReply()
}

// keepFinished keeps the runs that finished before the processes were killed at the context's end: they count, and the next batch
// returns the error. All processes are killed at once, but one may still see another die and report that as a crash of the program.
func (p *Process) keepFinished(err error) error {
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

// grow replaces the server by one with memory for larger limits.
func (p *Process) grow(limits execution.Limits) error {
	p.Release()
	if err := p.server.close(); err != nil {
		return err
	}
	p.capacity = capacityFor(limits, p.options.Locations, p.options.Wide)
	return p.start()
}

// detach copies what the runs refer to in the shared memory, before that is used again.
func detach(runs []execution.Run) {
	for i := range runs {
		r := &runs[i]
		r.Conditions = r.Conditions.Copy(execution.Trace{})
		r.Reads = slices.Clone(r.Reads)
		r.Bytes = slices.Clone(r.Bytes)
	}
}

// Discard implements execution.Target.
func (p *Process) Discard() error {
	if p.working {
		return p.leanForm.discard()
	}
	p.server.stop()
	return p.restart()
}

// restart starts a server in place of a stopped one. It gets memory of its own: something that the old one left behind may still
// write to the old memory.
func (p *Process) restart() error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	detach(p.runs)
	if err := p.server.close(); err != nil {
		return err
	}
	return p.start()
}

// replace starts a new server after the old one ended or was given up within a batch, or after a garbled run.
func (p *Process) replace(alive bool) error {
	spoilt := p.server.box.Exceeded() != "" || !alive && p.server.runs()
	status := p.server.stop()
	if err := p.ctx.Err(); err != nil {
		return p.keepFinished(err)
	}
	finished := func(r execution.Run) bool { return r.Ending != layout.EndingLost || r.Garbled }
	p.worked = p.worked || slices.ContainsFunc(p.runs, finished)
	p.restarts++
	if !spoilt {
		p.futile++
	}
	switch {
	case p.worked || spoilt:
	case alive:
		return errors.New("the target cannot fork: raise the limits of processes and memory")
	case p.futile > maxFutileRestarts:
		return fmt.Errorf("the target's process ended %d times before a run was finished, the last time with %s", p.futile, status)
	}
	return p.restart()
}

// Restarts is how often the target's server was replaced. What the replaced one recorded is gone.
func (p *Process) Restarts() int { return p.restarts }

// ResetRecording prepares a recording target for its next run.
func (p *Process) ResetRecording() { p.server.recording.reset() }

// Recorded returns a copy of what the newest run of a recording target recorded. Counts are capped at the room there is.
func (p *Process) Recorded() Recorded { return p.server.recording.copied() }
