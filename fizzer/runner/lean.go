package runner

import (
	"context"
	"sync/atomic"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// leanMemory is the part of the target's memory, as a divisor, that runs of its lean form get.
const leanMemory = 2

// lean is the lean form of the program (toolchain.Target.Lean), a server beside the ordinary one. Only one of the two works at a time.
type lean struct {
	wanted  atomic.Bool
	built   atomic.Pointer[string] // executable, until it was started; nil: none was built yet
	process *Process               // nil: none was started, or it failed
	working bool                   // it made the newest batch
}

var _ execution.Lean = (*Process)(nil)

// WantsLean reports whether a batch was to be run by the lean form and there was none. Any goroutine may call it at any time.
func (p *Process) WantsLean() bool { return p.lean.wanted.Load() }

// UseLean gives the target the executable of its lean form, as Renew does. Any goroutine may call it at any time.
func (p *Process) UseLean(executable string) { p.lean.built.Store(&executable) }

// Lean implements execution.Lean. Programs that must be forked for each run have no lean form: forking takes the time.
func (p *Process) Lean() bool {
	p.adopt()
	l := &p.lean
	if p.mode != layout.ModePersistent || p.options.Locations == 0 {
		return false
	}
	if executable := l.built.Swap(nil); executable != nil {
		l.close()
		l.process = p.startLean(*executable)
	}
	if l.process == nil {
		l.wanted.Store(true)
	}
	return l.process != nil
}

// startLean returns nil if the lean form does not start: the ordinary one goes on alone.
func (p *Process) startLean(executable string) *Process {
	options := p.options
	options.Executable, options.Lean, options.MemoryBytes = executable, true, p.options.MemoryBytes/leanMemory
	options.FellBack = func(because string) { p.fallBack("lean form: " + because) }
	process := &Process{options: options, ctx: p.ctx, limits: p.limits, allowed: p.allowed, core: p.core}
	process.mode, process.fellBack = layout.ModePersistent, options.FellBack
	process.capacity = capacityFor(p.limits, options.Locations, options.Wide)
	if process.start() != nil {
		return nil
	}
	return process
}

// executeLean lets the lean form run the batch. False: it cannot go on, and the ordinary one has to.
func (p *Process) executeLean(ctx context.Context, batch *execution.Batch) (runs []execution.Run, ok bool) {
	l := &p.lean
	if batch.Lean == execution.LeanNone || l.process == nil {
		return nil, false
	}
	runs, err := l.process.Execute(ctx, batch)
	if err != nil || len(runs) == 0 {
		if ctx.Err() == nil && p.ctx.Err() == nil {
			l.close()
		}
		return nil, false
	}
	for i := range runs {
		runs[i].Lean = batch.Lean == execution.LeanAll
	}
	l.working = true
	return runs, true
}

func (l *lean) close() {
	if l.process != nil {
		_ = l.process.server.close()
		l.process = nil
	}
}
