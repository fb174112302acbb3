package engine

import (
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// ahead is the share of a run that looks beyond its limits. As long as there is work within the limits, lack of work never
// raises them, however much is behind them; and raised for nothing they make every run dearer. So a share of what
// is recorded goes to inputs that ended at a limit, run again within higher limits. What such a run covers is kept with
// all its nodes, and whatever is applied to one of them has the room that it needs (Engine.room).
type ahead struct {
	arm   *arm
	paid  bool // one of the runs covered something
	step  int  // how many times it was done
	tests int  // of the tests that ended at a limit, how many were run again within limits higher than those of now
}

// Picked by hand: an eighth of a run is little to lose, and enough to find out within a second whether the next limits
// are worth it.
const (
	aheadShare      = 1.0 / 8 // of the conditions of analyses and runs that look ahead are recorded by the latter, when they win as much
	aheadInputs     = 8       // at a time, at most
	aheadConditions = 1 << 20 // that these may record, at most, unless one alone does
	aheadHeights    = 3       // limits times 4, 16 and 64 take turns
	stepsACondition = 16      // steps of the program that cost as much as a condition
)

// price is what a run costs, in conditions.
func price(run *execution.Run, limits *execution.Limits) uint64 {
	cost := uint64(run.Evaluated()) + runPrice
	if run.Ending == layout.EndingLimitSteps {
		cost += uint64(limits.Steps / stepsACondition)
	}
	return cost
}

// dueAhead reports whether it is time to look beyond the limits, and returns those to look within.
func (s *schedule) dueAhead(limits execution.Limits) (execution.Limits, bool) {
	if !s.ahead.arm.due() || len(s.limited) == 0 && s.ahead.tests >= len(s.tests) {
		return limits, false
	}
	higher := limits
	for range 1 + s.ahead.step%aheadHeights {
		s.higher(&higher)
	}
	return higher, higher != limits
}

// higher raises the limits that were hit, except those of time and memory, which may cost seconds a run.
func (s *schedule) higher(limits *execution.Limits) {
	raise := func(ending layout.Ending, limit *uint32, factor, most uint32) {
		if s.hit[ending] {
			*limit = max(*limit, min(*limit*factor, most))
		}
	}
	raise(layout.EndingLimitConditions, &limits.Conditions, 4, s.most.Conditions)
	raise(layout.EndingLimitDepth, &limits.Depth, 4, s.most.Depth)
	raise(layout.EndingLimitInput, &limits.InputBytes, 4, s.most.InputBytes)
	raise(layout.EndingLimitSteps, &limits.Steps, 8, s.most.Steps)
}

// lookAhead runs some inputs within higher limits. Runs that cover nothing leave no node. When one covers something, the
// limits of depth and steps stay, because a node does not say how much of them it needs; those of conditions and bytes
// would make every run longer.
func (e *Engine) lookAhead(higher execution.Limits) error {
	s, limits := &e.schedule, e.batch.Limits
	e.credit(stepAhead, nil)
	e.doing.Started++
	inputs := e.aheadInputs(min(aheadInputs, max(aheadConditions/int(higher.Conditions), 1)))
	s.ahead.step++
	s.ahead.paid = false
	e.batch.Limits = higher
	err := e.bandit.run(s.ahead.arm, func() error { return e.runAll(inputs) })
	if s.ahead.paid {
		limits.Depth, limits.Steps = higher.Depth, higher.Steps
	}
	e.batch.Limits = limits
	return err
}

// room returns the limits for an analysis of a node: those of the search, and for one that lies behind them as much more
// as it takes to get there.
func (e *Engine) room(n tree.Node) execution.Limits {
	limits := e.batch.Limits
	if depth := uint32(e.tree.Depth(n)); depth >= limits.Conditions {
		limits.Conditions += depth
	}
	if bytes := uint32(e.tree.InputBytes(n)); bytes > limits.InputBytes {
		limits.InputBytes += bytes
	}
	return limits
}

// beyond reports whether nothing else is to be done with a run: it looked ahead and covered nothing.
func (e *Engine) beyond(run *execution.Run) (bool, error) {
	a := &e.schedule.ahead
	if e.bandit.running != a.arm {
		return false, nil
	}
	if trace.Limited(run.Ending) && run.Ending != layout.EndingTimeout {
		e.schedule.hit[run.Ending] = true // behind one limit there may be another
	}
	novel, err := e.tree.Novel(run)
	if err != nil {
		return false, err
	}
	novel = novel || run.Novel || run.ErrorReached && !e.errorReached
	a.paid = a.paid || novel
	return !novel, nil
}

// aheadInputs returns inputs that ended at a limit: first the tests among them, each once, then others at random, half of
// them continued by what another one reads, since beyond its end there is only the fill value.
func (e *Engine) aheadInputs(most int) [][]byte {
	s := &e.schedule
	var inputs [][]byte
	for len(inputs) < most {
		switch {
		case s.ahead.tests < len(s.tests):
			inputs = append(inputs, s.tests[s.ahead.tests])
			s.ahead.tests++
		case len(s.limited) == 0:
			return inputs
		default:
			input := slices.Clone(s.limited[e.random.IntN(len(s.limited))])
			if e.random.IntN(2) == 0 {
				input = slices.Concat(input, s.limited[e.random.IntN(len(s.limited))])
			}
			inputs = append(inputs, input)
		}
	}
	return inputs
}
