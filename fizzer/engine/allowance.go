package engine

import "math"

// allowance is the number of executions that the budget of an engine allows.
type allowance struct{ e *Engine }

// reserved is the number of executions that the optimizer will need.
func (a allowance) reserved() uint64 {
	if a.e.config.ErrorGoal {
		return 0
	}
	return uint64(len(a.e.corpus.LimitedTests()))
}

// allowed returns how many executions the budget still allows.
func (a allowance) allowed() uint64 {
	if counted, ok := a.e.config.Budget.(Counted); ok {
		return counted.Left(a.e.executor.Counts().Executions)
	}
	return math.MaxUint64
}

// left returns how many executions the search may still make.
func (a allowance) left() uint64 {
	allowed := a.allowed()
	return allowed - min(allowed, a.reserved())
}
