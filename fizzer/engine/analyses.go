package engine

import (
	"context"
	"errors"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/strategy"
)

// analyses is the stage that applies an analysis to a node; the strategy selects both.
type analyses struct {
	e        *Engine
	strategy *strategy.Strategy
	context  analysis.Context
	choice   strategy.Choice // the last one
	request  executor.Request
}

// run applies one analysis to one node until it ends. It does nothing when the strategy selects none.
func (a *analyses) run(ctx context.Context, _ *stage) (bool, error) {
	choice, ok := a.strategy.Select()
	if !ok {
		return false, nil
	}
	return true, a.apply(ctx, choice)
}

func (a *analyses) apply(ctx context.Context, choice strategy.Choice) error {
	e := a.e
	a.choice = choice
	e.ledger.beginAnalysis(a)
	e.ledger.doing.Started++
	a.prepare(ctx)
	err := a.context.Measure()
	if err == nil {
		err = a.strategy.Run(choice, &a.context)
	}
	reached := errors.Is(err, analysis.ErrReached)
	switch {
	case reached:
		e.ledger.doing.Forced++
	case err == nil || errors.Is(err, analysis.ErrExhausted):
		e.ledger.doing.Finished++
	default:
		return err
	}
	a.strategy.Finish(choice, reached, e.executor.Iteration())
	return nil
}

// prepare makes a context whose runs follow the path to the chosen node and have the room that it needs.
func (a *analyses) prepare(ctx context.Context) {
	e, n, r := a.e, a.choice.Node, &a.request
	r.Limits, r.Fill = e.limits.room(e.tree, n), e.limits.fill
	r.Follow = e.tree.Follow(n, r.Follow[:0])
	a.context.Execute = func(inputs [][]byte, goal *execution.Goal, visit func(int, *execution.Run)) error {
		r.Inputs, r.Goal = inputs, goal
		return e.executor.Do(ctx, r, visit)
	}
	a.context.Start(n)
}

// nearer reports whether a run of the present analysis comes nearer to the direction for which it is made.
func (a *analyses) nearer(made *executor.Made) bool {
	return made.Request == &a.request && a.e.tree.Nearer(a.choice.Node, made.Run)
}
