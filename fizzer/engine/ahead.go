package engine

import (
	"context"
	"slices"

	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// ahead is the stage that looks beyond the limits. As long as there is work within the limits, lack of work never raises them, however
// much lies beyond; and raising them in vain makes every run more expensive. So a share of the conditions goes to inputs that ended at
// a limit: they run again within higher limits. If such a run covers something, all its nodes are kept, and analyses of these nodes get
// the room that they need (limits.room).
//
// Most steps climb: one test that ended at a limit runs again and again, each time within limits twice as high, until it ends by
// itself. This finds the end of a loop of 100,000 reads within a few runs, and an endless loop costs no more than the stage's share.
// The first test climbs at once; some conditions are free for that (decision 031).
type ahead struct {
	e     *Engine
	steps int  // how many steps the stage has made
	paid  bool // a run of this step covered something
	short bool // a run of this step still ended at a limit
	tests int  // tests that ended at a limit and were run again within limits higher than the current ones

	climbs  bool // this step climbs
	height  int  // how often the limits are raised for the test that is climbing
	highest int  // height at which tests stop climbing
	free    int  // conditions that may be evaluated on top of the share
}

// Picked by hand: an eighth of a search is a small price, and enough to find out within a second whether the next
// limits are worth it.
const (
	aheadShare      = 1.0 / 8 // of the conditions of the analyses and this stage, if both win equally
	aheadInputs     = 8       // maximum of inputs at a time
	aheadConditions = 1 << 20 // maximum of conditions that these may evaluate, unless one input alone needs more
	aheadHeights    = 6       // limits times 2, 4, ... 64 take turns
	highestClimb    = 24      // more than it takes from the first limits to the largest
	climbsOf        = 4       // every 4th step does not climb; the others do, if there is a test that can
	freeConditions  = 1 << 22 // some hundredths of a second
)

// first reports whether the first test may climb at once.
func (a *ahead) first(s *stage) bool {
	return !a.e.parts.off(PartReach) && a.tests == 0 && a.free > 0 && len(a.e.corpus.LimitedTests()) > 0 && a.due(s)
}

// due reports whether there are inputs that ended at a limit that can be raised.
func (a *ahead) due(*stage) bool {
	if a.e.corpus.Limited.Len() == 0 && a.tests >= len(a.e.corpus.LimitedTests()) {
		return false
	}
	return a.higher(aheadHeights) != a.e.limits.now
}

// higher returns the current limits, doubled height times.
func (a *ahead) higher(height int) execution.Limits {
	higher := a.e.limits.now
	for range height {
		a.e.limits.higher(&higher)
	}
	return higher
}

// run runs some inputs within higher limits. Runs that cover nothing leave no nodes, and of long ones the target records only a part:
// all sixteen million conditions of an endless loop would fill 640 MB, which costs more than the run. When one covers something, the
// limits of depth and steps stay raised, because a node does not say how much of them it needs; raising those of
// conditions and bytes would make every run longer.
func (a *ahead) run(ctx context.Context, s *stage) (bool, error) {
	e := a.e
	e.ledger.begin(s.step)
	e.ledger.doing.Started++
	higher, inputs := a.choose(s)
	request := e.request(inputs)
	request.Limits, request.Record = higher, executor.Cut
	a.steps++
	a.paid, a.short = false, false
	err := e.executor.Do(ctx, request, ignore)
	if a.paid {
		e.limits.now.Depth, e.limits.now.Steps = higher.Depth, higher.Steps
	}
	if s.share == 0 {
		a.free -= int(higher.Conditions)
	}
	if a.climbs {
		a.climb(higher)
	}
	return true, err
}

// choose returns what to run next, and within which limits.
func (a *ahead) choose(s *stage) (higher execution.Limits, inputs [][]byte) {
	tests := a.e.corpus.LimitedTests()
	turn := a.steps%climbsOf != climbsOf-1 || s.share == 0 || a.e.corpus.Limited.Len() == 0
	a.climbs = turn && a.tests < len(tests) && !a.e.parts.off(PartReach)
	if a.climbs {
		return a.higher(1 + a.height), tests[a.tests : a.tests+1]
	}
	higher = a.higher(1 + a.steps%aheadHeights)
	return higher, a.inputs(min(aheadInputs, max(aheadConditions/int(higher.Conditions), 1)), int(higher.InputBytes))
}

// climb prepares the next step: the test goes on within the next limits, or the next test begins. After a test that ended at the
// highest limits and covered nothing, later tests stop earlier: the program may be endless.
func (a *ahead) climb(higher execution.Limits) {
	a.height++
	if a.paid {
		a.highest = highestClimb
	}
	ended := !a.short || a.higher(1+a.height) == higher
	if !ended && a.height < max(a.highest, aheadHeights) {
		return
	}
	if !a.paid && a.short {
		a.highest = max(a.height-aheadHeights, aheadHeights)
	}
	a.tests, a.height = a.tests+1, 0
}

// inputs returns inputs that ended at a limit: first the tests among them, each once, then others at random. Half of the latter are
// continued with the bytes of another one, since beyond their end there is only the fill value. They are cut to what a run may read: with
// inputs of 400 KB, copying them took most of the time of a search.
func (a *ahead) inputs(most, bytes int) [][]byte {
	tests, limited, random := a.e.corpus.LimitedTests(), &a.e.corpus.Limited, a.e.random
	var inputs [][]byte
	for len(inputs) < most {
		switch {
		case a.tests < len(tests) && a.e.parts.off(PartReach):
			inputs = append(inputs, tests[a.tests])
			a.tests++
		case limited.Len() == 0:
			return inputs
		default:
			input := limited.At(random.IntN(limited.Len()))
			if input = slices.Clone(input[:min(len(input), bytes)]); random.IntN(2) == 0 {
				more := limited.At(random.IntN(limited.Len()))
				input = append(input, more[:min(len(more), bytes-len(input))]...)
			}
			inputs = append(inputs, input)
		}
	}
	return inputs
}

// worth reports whether a run covered something, or may have; other runs leave no nodes.
func (a *ahead) worth(made *executor.Made) (bool, error) {
	e := a.e
	novel, err := e.tree.Novel(made.Run)
	if err != nil {
		return false, err
	}
	if trace.Limited(made.Ending) && made.Ending != layout.EndingTimeout {
		a.short = e.limits.note(made.Run) || a.short // there may be another limit behind this one
	}
	novel = novel || made.Novel || made.ErrorReached && !e.finds.errorReached
	a.paid = a.paid || novel
	v := &e.limits.vain
	v.runs, v.cost = v.runs+1, v.cost+price(made.Run, &made.Request.Limits)
	if novel {
		*v = vain{}
	}
	return novel, nil
}
