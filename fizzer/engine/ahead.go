package engine

import (
	"context"
	"slices"

	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// ahead is the stage that looks beyond the limits. As long as there is work within the limits, lack of work never
// raises them, however much is behind them; and raised for nothing they make every run dearer. So a share of what
// is evaluated goes to inputs that ended at a limit, run again within higher limits. What such a run covers is kept with
// all its nodes, and whatever is applied to one of them has the room that it needs (limits.room).
type ahead struct {
	e     *Engine
	steps int  // how many times it was done
	paid  bool // one of the runs covered something
	tests int  // of the tests that ended at a limit, how many were run again within limits higher than those of now
}

// Picked by hand: an eighth of a search is little to lose, and enough to find out within a second whether the next limits
// are worth it.
const (
	aheadShare      = 1.0 / 8 // of what analyses and this stage evaluate, when it wins as much
	aheadInputs     = 8       // at a time, at most
	aheadConditions = 1 << 20 // that these may evaluate, at most, unless one alone does
	aheadHeights    = 3       // limits times 4, 16 and 64 take turns
)

// due reports whether inputs ended at a limit that may be raised.
func (a *ahead) due(*stage) bool {
	if a.e.corpus.Limited.Len() == 0 && a.tests >= len(a.e.corpus.LimitedTests()) {
		return false
	}
	return a.higher() != a.e.limits.now
}

// higher returns the limits to look within.
func (a *ahead) higher() execution.Limits {
	higher := a.e.limits.now
	for range 1 + a.steps%aheadHeights {
		a.e.limits.higher(&higher)
	}
	return higher
}

// run runs some inputs within higher limits. Runs that cover nothing leave no node. When one covers something, the
// limits of depth and steps stay, because a node does not say how much of them it needs; those of conditions and bytes
// would make every run longer.
func (a *ahead) run(ctx context.Context, s *stage) (bool, error) {
	e, higher := a.e, a.higher()
	e.ledger.begin(s.step)
	e.ledger.doing.Started++
	request := e.request(a.inputs(min(aheadInputs, max(aheadConditions/int(higher.Conditions), 1))))
	request.Limits = higher
	a.steps++
	a.paid = false
	err := e.executor.Do(ctx, request, ignore)
	if a.paid {
		e.limits.now.Depth, e.limits.now.Steps = higher.Depth, higher.Steps
	}
	return true, err
}

// inputs returns inputs that ended at a limit: first the tests among them, each once, then others at random, half of
// them continued by what another one reads, since beyond its end there is only the fill value.
func (a *ahead) inputs(most int) [][]byte {
	tests, limited, random := a.e.corpus.LimitedTests(), &a.e.corpus.Limited, a.e.random
	var inputs [][]byte
	for len(inputs) < most {
		switch {
		case a.tests < len(tests):
			inputs = append(inputs, tests[a.tests])
			a.tests++
		case limited.Len() == 0:
			return inputs
		default:
			input := slices.Clone(limited.At(random.IntN(limited.Len())))
			if random.IntN(2) == 0 {
				input = slices.Concat(input, limited.At(random.IntN(limited.Len())))
			}
			inputs = append(inputs, input)
		}
	}
	return inputs
}

// worth reports whether a run covered something, or may have: others leave no node.
func (a *ahead) worth(made *executor.Made) (bool, error) {
	e := a.e
	if trace.Limited(made.Ending) && made.Ending != layout.EndingTimeout {
		e.limits.hit[made.Ending] = true // behind one limit there may be another
	}
	novel, err := e.tree.Novel(made.Run)
	if err != nil {
		return false, err
	}
	novel = novel || made.Novel || made.ErrorReached && !e.finds.errorReached
	a.paid = a.paid || novel
	return novel, nil
}
