package engine

import (
	"context"
	"errors"
	"slices"

	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// recordings makes recorded runs, and accounts for what the symbolic search and the exploration of all paths cost.
type recordings struct {
	e          *Engine
	recorder   symbolic.Recorder  // nil: there is none, or it is of no use
	failures   int                // recordings that failed since the last success
	conditions []layout.Condition // of the run that is recorded
	statistics *formats.Symbolic  // nil without a recorder
	concrete   expression.Lost    // of all recorded runs
}

// spend accounts for work that is not a run, in nanoseconds.
func (r *recordings) spend(cost uint64) {
	r.statistics.Cost += cost
	r.e.ledger.bandit.spend(cost / nanoseconds)
}

// ran is the run of an input that is to be recorded. Its conditions are in recordings.conditions.
type ran struct {
	input  []byte
	reads  []layout.Read
	ending layout.Ending
	limits execution.Limits
	fill   byte
}

// repeat runs the input of a candidate in whole.
func (r *recordings) repeat(ctx context.Context, candidate *symbolic.Candidate) (ran, error) {
	request := r.e.request([][]byte{candidate.Input})
	request.Record = executor.Whole
	request.Limits.Conditions = max(request.Limits.Conditions, uint32(candidate.Conditions))
	request.Limits.InputBytes = max(request.Limits.InputBytes, uint32(len(candidate.Input)))
	r.conditions = nil
	made := ran{limits: request.Limits, fill: request.Fill}
	err := r.e.executor.Do(ctx, request, func(_ int, run *execution.Run) {
		made.input, made.reads, made.ending = append([]byte{}, run.Bytes...), slices.Clone(run.Reads), run.Ending
		r.conditions = run.Conditions.Append(nil, 0)
	})
	return made, err
}

// generate records a run. The generation is nil where that fails; only the end of the search is an error.
func (r *recordings) generate(ctx context.Context, ran ran, candidate *symbolic.Candidate) (*symbolic.Generation, error) {
	r.spend(recordCost)
	recorded, err := r.recorder.Record(ctx, &symbolic.Request{
		Input: ran.input, Limits: ran.limits, Fill: ran.fill, Trace: execution.NewTrace(r.conditions, nil),
	})
	var generation *symbolic.Generation
	if err == nil {
		generation, err = symbolic.NewGeneration(recorded, r.conditions, candidate)
	}
	if err != nil {
		return nil, r.fail(ctx, err)
	}
	r.count(recorded, generation.Path())
	return generation, nil
}

// fail records that a recording failed; only the end of the search is an error.
func (r *recordings) fail(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return executor.ErrInterrupted
	}
	r.statistics.Failed++
	r.statistics.Failure = err.Error()
	if r.failures++; r.failures >= symbolicFailures || errors.Is(err, symbolic.ErrNever) {
		r.recorder = nil
	}
	return nil
}

// count accounts for a recorded run.
func (r *recordings) count(recorded *expression.Run, path *expression.Path) {
	c := r.statistics
	r.failures = 0
	c.Recorded++
	if recorded.Diverged {
		c.Diverged++
	}
	c.Expressions += uint64(path.Nodes)
	c.Nodes += uint64(path.Len())
	c.Facts += uint64(len(path.Facts))
	c.Mismatches += uint64(path.Mismatches)
	r.concrete.Add(path.Lost)
	c.Concrete = formats.Concrete(r.concrete)
	r.spend(expressionCost*uint64(path.Nodes) + nodeCost*uint64(path.Len()) + conditionCost*uint64(len(r.conditions)))
}

// close finishes the node behind some conditions if one of its directions is missing: no input takes that.
func (r *recordings) close(path []layout.Condition) {
	t, n := r.e.tree, r.e.tree.Root()
	for i := 0; i < len(path) && n != tree.None; i++ {
		n = t.Successor(n, execution.Direction(&path[i]))
	}
	if n == tree.None {
		return
	}
	if _, missing := t.Missing(n); missing {
		t.Finish(n, tree.OutOfReach)
	}
}

// nodesOf returns the nodes of the conditions of a run, as far as the tree has them.
func nodesOf(t *tree.Tree, conditions []layout.Condition) []tree.Node {
	path := make([]tree.Node, 0, len(conditions))
	for n := t.Root(); n != tree.None && len(path) < len(conditions); {
		path = append(path, n)
		n = t.Successor(n, execution.Direction(&conditions[len(path)-1]))
	}
	return path
}
