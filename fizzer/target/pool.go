package target

import (
	"context"
	"errors"
	"sync"

	"fizzer/fizzer/execution"
)

// Pool makes the runs of a batch in several processes at once; it implements execution.Target. The runs come back in
// the order of their inputs and do not depend on the number of processes.
type Pool struct {
	targets []execution.Target
	runs    []execution.Run
}

var _ execution.Target = (*Pool)(nil)

// NewPool takes the targets over; there must be at least one.
func NewPool(targets []execution.Target) *Pool { return &Pool{targets: targets} }

// Execute implements execution.Target: each target runs one stretch of the batch.
func (p *Pool) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	stretches := split(batch.Inputs, len(p.targets))
	results := make([][]execution.Run, len(stretches))
	errs := make([]error, len(stretches))
	var group sync.WaitGroup
	for i, inputs := range stretches {
		part := *batch
		part.Inputs = inputs
		group.Add(1)
		go func() {
			defer group.Done()
			results[i], errs[i] = p.targets[i].Execute(ctx, &part)
		}()
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	p.runs = p.runs[:0]
	for i, runs := range results {
		p.runs = append(p.runs, runs...)
		if len(runs) < len(stretches[i]) { // the goal was reached: what comes later was not asked for
			break
		}
		if batch.Goal != nil && len(runs) > 0 && reached(batch.Goal, &runs[len(runs)-1]) {
			break
		}
	}
	return p.runs, nil
}

// split cuts the inputs into at most parts stretches of nearly equal length, none of them empty.
func split(inputs [][]byte, parts int) [][][]byte {
	var stretches [][][]byte
	for start, left := 0, min(parts, len(inputs)); left > 0; left-- {
		size := (len(inputs) - start + left - 1) / left
		stretches = append(stretches, inputs[start:start+size])
		start += size
	}
	return stretches
}

// reached says whether the run reached the goal, as the target itself decides it.
func reached(goal *execution.Goal, run *execution.Run) bool {
	if int(goal.Index) >= len(run.Conditions) {
		return false
	}
	c := &run.Conditions[goal.Index]
	return c.Path == goal.Path && execution.Location(c) == goal.Location && execution.Direction(c) == goal.Direction
}

// Close implements execution.Target.
func (p *Pool) Close() error {
	var errs []error
	for _, target := range p.targets {
		errs = append(errs, target.Close())
	}
	return errors.Join(errs...)
}
