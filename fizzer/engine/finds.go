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

// finds is what was handed over so far.
type finds struct {
	e            *Engine
	kept         kept
	trials       *trials // sees each test
	errorGoal    bool
	errorReached bool
	tests        uint64 // handed to Config.OnTest
}

// isFirstError reports whether a run enters reach_error and either no earlier run did or reach_error is the goal.
func (f *finds) isFirstError(run *execution.Run) bool {
	return run.ErrorReached && (!f.errorReached || f.errorGoal)
}

// wanted reports whether some input may take a direction and no kept run has.
func (f *finds) wanted(location uint32, outcome bool) bool {
	if f.kept.has(Direction{location, outcome}) {
		return false
	}
	c := &f.e.config.Locations.Conditions[location]
	return !c.NeverTrue && outcome || !c.NeverFalse && !outcome
}

// handOver calls OnTest when the current run covers something new or is wanted for another reason.
func (f *finds) handOver(run *execution.Run, all []tree.Coverage, again []Direction, firstError bool) error {
	e := f.e
	covered := locationsOf(all)
	if len(covered) == 0 && len(again) == 0 && !firstError && f.tests > 0 {
		return nil
	}
	if trace.CheckInput(run) != nil { // nobody has checked the values of a run on a known path
		run.Garbled = true
		return nil
	}
	e.ledger.win(len(covered))
	f.errorReached = f.errorReached || firstError
	f.tests++
	input := trace.Input{Bytes: run.Bytes, Reads: run.Reads}.Clone()
	e.corpus.AddTest(input.Bytes, e.limits.mayGain(run))
	f.trials.offer(&input)
	request := e.executor.Running()
	err := e.config.OnTest(Found{
		Bytes: input.Bytes, Reads: input.Reads, Ending: run.Ending, Detail: run.Detail, ErrorReached: run.ErrorReached,
		ErrorInputBytes: run.ErrorInputBytes, FirstError: firstError, Covered: covered, Again: again,
		Executions: e.executor.Counts().Executions, Analysis: e.ledger.doing.Name, Source: e.ledger.sourceName(),
		Fill: request.Fill, Limits: limitsOf(request, run),
	})
	if errors.Is(err, ErrStop) {
		return e.stop("no more tests are wanted")
	}
	if err != nil {
		return fmt.Errorf("handing over test %d: %w", f.tests, err)
	}
	return nil
}

// limitsOf returns the limits within which a run ends as it did without being asked for its state.
func limitsOf(request *executor.Request, run *execution.Run) execution.Limits {
	limits := request.Limits
	if request.States != layout.StatesNone && run.Ending == layout.EndingLimitInput {
		limits.InputBytes = uint32(len(run.Bytes))
	}
	return limits
}

// locationsOf returns the directions that no earlier run took at their location, in any context.
func locationsOf(all []tree.Coverage) []Direction {
	var covered []Direction
	for _, c := range all {
		if c.Location {
			covered = append(covered, Direction{c.ID.Location, c.Direction})
		}
	}
	return covered
}
