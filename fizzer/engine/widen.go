package engine

import (
	"context"

	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/tree"
)

// raising is the stage that raises the limits that runs ended at, and repeats these runs.
type raising struct{ e *Engine }

func (r raising) due(*stage) bool { return r.e.limits.tooLow() }

func (r raising) run(ctx context.Context, s *stage) (bool, error) {
	e := r.e
	if !e.limits.raise() {
		return false, nil
	}
	e.ledger.counts.Raised++
	e.ledger.begin(s.step)
	return true, e.run(ctx, append([][]byte{{}}, e.corpus.Limited.Take()...))
}

// whole is the stage that repeats cut runs, when nothing else is left to do.
type whole struct{ e *Engine }

func (w whole) due(*stage) bool { return w.e.corpus.Cut.Len() > 0 }

func (w whole) run(ctx context.Context, s *stage) (bool, error) {
	e := w.e
	inputs, lacks := e.corpus.Cut.Take()
	e.limits.tooHigh = e.limits.tooHigh || lacks
	e.ledger.begin(s.step)
	request := e.request(inputs)
	request.Record = executor.Whole
	return true, e.executor.Do(ctx, request, ignore)
}

// filling is the stage that goes on with the next fill value, starting with the empty input.
type filling struct{ e *Engine }

func (f filling) due(*stage) bool { return len(f.e.limits.fills) > 0 && f.e.limits.reads }

func (f filling) run(ctx context.Context, _ *stage) (bool, error) {
	l := &f.e.limits
	l.fill, l.fills = l.fills[0], l.fills[1:]
	return true, start(f).empty(ctx)
}

// proof is the stage that ends the run.
type proof struct{ e *Engine }

// due reports whether nothing is left to do. Either the program reads no input; or there are
// execution IDs, all seen ones are covered, no node was freed, no run ended at a limit that could not be raised, and
// coverage is the goal, not faults.
func (p proof) due(*stage) bool {
	e := p.e
	if !e.limits.reads {
		return true
	}
	known := e.tree.KnownCovered() && e.tree.Root() != tree.None && !e.tree.Pruned()
	return known && !e.limits.tooHigh && !e.config.ErrorGoal && !e.config.Faults && e.seeker.enough()
}

// run ends the run. It is no proof where the last run ended at a limit before it read anything: the program may read input behind that.
func (p proof) run(context.Context, *stage) (bool, error) {
	if l := &p.e.limits; !l.reads && l.endings.lastLimited {
		return true, p.e.stop(reasonLimits)
	}
	return true, p.e.stop(reasonNothingLeft)
}
