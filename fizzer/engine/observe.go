package engine

import (
	"errors"
	"fmt"

	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// inserted is a run that was mapped onto the tree. Observers get it by value, so that no run allocates memory.
type inserted struct {
	*executor.Made
	insertion  *tree.Insertion
	firstError bool // it is the first run to enter reach_error, or reach_error is the goal
}

// observer does one thing with each inserted run. Only some observers see runs on known paths that reach no error.
type observer struct {
	known   bool
	observe func(*Engine, inserted) error
}

// observers are called with each inserted run, in this order.
var observers = []observer{
	{true, keepForLater},
	{true, observeLimits},
	{false, tellBadEnd},
	{false, informStrategy},
	{false, keepCovering},
	{false, keepNearest},
	{false, checkInvariants},
	{false, handOverNew},
}

// absorb accounts for one run, maps it onto the tree and shows it to the observers.
func (e *Engine) absorb(made *executor.Made) error {
	e.ledger.spend(price(made.Run, &made.Request.Limits))
	e.limits.widest = max(e.limits.widest, len(made.Bytes)) // also of runs that leave no nodes
	if made.Lean() {
		if !made.Repeat {
			e.limits.observe(made.Run, &tree.Insertion{Known: true})
		}
		return nil
	}
	if e.ledger.step.worth != nil {
		if worth, err := e.ledger.step.worth(made); err != nil || !worth {
			return err
		}
	}
	if made.Repeat {
		return nil
	}
	made.Spare = made.Spare && !e.analyses.nearer(made)
	if made.Spare && showsNothing(made.Run) {
		e.limits.observe(made.Run, &tree.Insertion{Known: true})
		return nil
	}
	insertion, err := insert(e.tree, made, e.executor.Iteration())
	if err != nil {
		return fmt.Errorf("execution %d: %w", e.executor.Counts().Executions, err)
	}
	run := inserted{made, insertion, e.finds.isFirstError(made.Run)}
	for i := range observers {
		if o := &observers[i]; o.known || !insertion.Known || run.firstError {
			if err := o.observe(e, run); err != nil {
				return err
			}
		}
	}
	return nil
}

// insert maps a run onto the tree, without what is not worth its time in a spare run.
func insert(t *tree.Tree, made *executor.Made, iteration uint32) (*tree.Insertion, error) {
	if made.Spare {
		return t.InsertNew(made.Run, iteration)
	}
	return t.Insert(made.Run, iteration)
}

// showsNothing reports whether a run was cut and nothing that is known about it without its trace is of interest.
func showsNothing(run *execution.Run) bool {
	return !run.Whole() && !run.Novel && !run.Reached && !run.ErrorReached && run.Ending == layout.EndingNormal
}

// absorbLost maps the lost run that replaces a run with a garbled trace.
func (e *Engine) absorbLost(made *executor.Made) error {
	insertion, err := e.tree.Insert(made.Run, e.executor.Iteration())
	if err == nil {
		e.limits.observe(made.Run, insertion)
	}
	return err
}

// keepForLater keeps inputs that may show more in another run: those that ended at a limit with a new result and something to gain behind
// it, those of cut runs, and those whose nodes did not fit into the tree.
func keepForLater(e *Engine, run inserted) error {
	if run.insertion.Cut && !e.ledger.step.blind {
		e.corpus.Cut.Add(run.Bytes)
	}
	if e.limits.mayGain(run.Run) && (!run.insertion.Known || e.ledger.step.again) {
		e.corpus.Limited.Add(run.Bytes)
	}
	if run.insertion.Truncated {
		e.corpus.Truncated.Add(run.Bytes)
	}
	return nil
}

func observeLimits(e *Engine, run inserted) error {
	e.limits.observe(run.Run, run.insertion)
	return nil
}

func tellBadEnd(e *Engine, run inserted) error {
	if !run.insertion.Known && endsBadly(run.Ending) {
		e.config.BadEnd(run.Run)
	}
	return nil
}

// endsBadly reports whether the program ended in a way that its author would want to know about.
func endsBadly(ending layout.Ending) bool {
	switch ending {
	case layout.EndingCrashed, layout.EndingAborted, layout.EndingAssertionFailed, layout.EndingTimeout:
		return true
	}
	return false
}

func informStrategy(e *Engine, run inserted) error {
	e.analyses.strategy.Observe(run.insertion, run.Bytes)
	return nil
}

// keepCovering keeps inputs that covered something to breed from.
func keepCovering(e *Engine, run inserted) error {
	if len(run.insertion.Covered) > 0 && !e.parts.off(StepBreed) {
		e.corpus.AddCovering(trace.Input{Bytes: run.Bytes, Reads: run.Reads}, run.Conditions, run.insertion.Covered)
	}
	return nil
}

// keepNearest keeps inputs that came nearer to what is not covered.
func keepNearest(e *Engine, run inserted) error {
	if nearest := e.corpus.Nearest; nearest != nil && e.ledger.step.name != StepNearest { // that stage has looked already
		nearest.Observe(run.Run)
	}
	return nil
}

func checkInvariants(e *Engine, _ inserted) error {
	if !e.config.Check {
		return nil
	}
	if err := errors.Join(e.tree.Check(), e.analyses.strategy.Check(e.analyses.choice)); err != nil {
		return fmt.Errorf("execution %d: %w", e.executor.Counts().Executions, err)
	}
	return nil
}

// handOverNew hands over a run with what is new in it.
func handOverNew(e *Engine, run inserted) error {
	again := e.finds.kept.observe(run.Run, run.insertion.Covered)
	return e.finds.handOver(run.Run, run.insertion.Covered, again, run.firstError)
}
