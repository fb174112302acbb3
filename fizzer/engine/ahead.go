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
// raises them, however much is beyond; and raising them for nothing makes every run more expensive. So a share of the
// conditions goes to inputs that ended at a limit: they run again within higher limits. If such a run covers
// something, all its nodes are kept, and analyses of these nodes get the room that they need (limits.room).
type ahead struct {
	e     *Engine
	steps int  // how often the stage was run
	paid  bool // one of the runs covered something
	tests int  // tests that ended at a limit and were run again within limits higher than the current ones
}

// Picked by hand: an eighth of a search is a small price, and enough to find out within a second whether the next
// limits are worth it.
const (
	aheadShare      = 1.0 / 8 // of the conditions of the analyses and this stage, if both win equally
	aheadInputs     = 8       // most inputs at a time
	aheadConditions = 1 << 20 // most conditions that these may evaluate, unless one input alone needs more
	aheadHeights    = 3       // limits times 4, 16 and 64 take turns
)

// due reports whether inputs ended at a limit that can be raised.
func (a *ahead) due(*stage) bool {
	if a.e.corpus.Limited.Len() == 0 && a.tests >= len(a.e.corpus.LimitedTests()) {
		return false
	}
	return a.higher() != a.e.limits.now
}

// higher returns the limits within which to look ahead.
func (a *ahead) higher() execution.Limits {
	higher := a.e.limits.now
	for range 1 + a.steps%aheadHeights {
		a.e.limits.higher(&higher)
	}
	return higher
}

// run runs some inputs within higher limits. Runs that cover nothing leave no nodes. When one covers something, the
// limits of depth and steps stay raised, because a node does not say how much of them it needs; raising those of
// conditions and bytes would make every run longer.
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

// inputs returns inputs that ended at a limit: first the tests among them, each once, then others at random. Half of
// these are continued with what another one reads, since beyond their end there is only the fill value.
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

// worth reports whether a run covered something, or may have; other runs leave no nodes.
func (a *ahead) worth(made *executor.Made) (bool, error) {
	e := a.e
	if trace.Limited(made.Ending) && made.Ending != layout.EndingTimeout {
		e.limits.hit[made.Ending] = true // there may be another limit behind this one
	}
	novel, err := e.tree.Novel(made.Run)
	if err != nil {
		return false, err
	}
	novel = novel || made.Novel || made.ErrorReached && !e.finds.errorReached
	a.paid = a.paid || novel
	return novel, nil
}
