package runner

import (
	"context"
	"sync/atomic"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// leanForm is the lean form of a target's program (toolchain.Target.Lean): a server beside the ordinary one. Only one of them works at a
// time.
type leanForm struct {
	ordinary   *Process
	wanted     atomic.Bool
	executable atomic.Pointer[string] // executable, until it was started; nil: none was built yet
	process    *Process               // nil: none was started, or it failed
	working    bool                   // it made the newest batch
}

var _ execution.Lean = (*Process)(nil)

// WantsLean reports whether a batch was to be run by the lean form and there was none. Any goroutine may call it at any time.
func (l *leanForm) WantsLean() bool { return l.wanted.Load() }

// UseLean gives the target the executable of its lean form, as Renew does. Any goroutine may call it at any time.
func (l *leanForm) UseLean(executable string) { l.executable.Store(&executable) }

// Lean implements execution.Lean. Programs that must be forked for each run have no lean form: forking takes the time.
func (l *leanForm) Lean() bool {
	p := l.ordinary
	p.adopt()
	if p.mode != layout.ModePersistent || p.options.Locations == 0 {
		l.close()
		return false
	}
	if executable := l.executable.Swap(nil); executable != nil {
		l.close()
		l.start(*executable)
	}
	if l.process == nil {
		l.wanted.Store(true)
	}
	return l.process != nil
}

// start starts the lean form. If that fails, the ordinary one goes on alone.
func (l *leanForm) start(executable string) {
	p := l.ordinary
	options := p.options
	options.Executable, options.Lean = executable, true
	options.FellBack = func(because string) { p.fallBack("lean form: " + because) }
	process := newProcess(p.ctx, options)
	process.limits, process.allowed, process.core = p.limits, p.allowed, p.core
	if process.start() == nil {
		l.process = process
	}
}

// execute runs a batch that is for the lean form. False: it is not, or the form cannot go on, and the ordinary one has to run it.
func (l *leanForm) execute(ctx context.Context, batch *execution.Batch) (runs []execution.Run, ok bool) {
	if batch.Lean == execution.LeanNone || l.process == nil {
		return nil, false
	}
	runs, err := l.process.Execute(ctx, batch)
	if err != nil || len(runs) == 0 {
		if ctx.Err() == nil && l.process.ctx.Err() == nil {
			l.close()
		}
		return nil, false
	}
	l.working = true
	return runs, true
}

// discard replaces the processes of the lean form. An error means that the run ends.
func (l *leanForm) discard() error {
	err := l.process.Discard()
	if err == nil || l.process.ctx.Err() != nil {
		return err
	}
	l.close()
	return nil
}

// close ends the lean form's processes.
func (l *leanForm) close() {
	if l.process != nil {
		_ = l.process.server.close()
		l.process, l.working = nil, false
	}
}
