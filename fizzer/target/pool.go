package target

import (
	"context"
	"errors"
	"time"

	"fizzer/fizzer/execution"
)

// Worker is a target that works while its caller does something else.
type Worker interface {
	execution.Target
	// Begin hands the batch over, which must not change until Finish, and returns at once.
	Begin(ctx context.Context, batch *execution.Batch) error
	// Finish waits for the runs of the batch that was begun, and returns them as Execute does.
	Finish(ctx context.Context) ([]execution.Run, error)
}

var _ Worker = (*Process)(nil)

// Pool makes the runs of a batch in several processes at once; it implements execution.Target. The runs come back in
// the order of their inputs and do not depend on the number of processes.
type Pool struct {
	workers []Worker
	parts   []execution.Batch // one a worker
	runs    []execution.Run
	clock   func() time.Time
	price   time.Duration // of one run, as the last batches took
}

var _ execution.Target = (*Pool)(nil)

// NewPool takes the workers over; there must be at least one. The clock only decides how many of them get a part of a
// batch.
func NewPool(workers []Worker, clock func() time.Time) *Pool {
	return &Pool{workers: workers, parts: make([]execution.Batch, len(workers)), clock: clock}
}

// worthwhile is how much work a further worker must get. To wake a process on another processor costs tens of
// microseconds; picked by hand.
const worthwhile = 100 * time.Microsecond

// Execute implements execution.Target: each of the workers that are worth it runs one stretch of the batch.
func (p *Pool) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	start := p.clock()
	stretches := split(batch.Inputs, p.useful(len(batch.Inputs)))
	begun, errs := 0, []error{}
	// The first worker shares its processor with this thread: it begins last.
	for i := len(stretches) - 1; i >= 0 && len(errs) == 0; i-- {
		p.parts[i] = *batch
		p.parts[i].Inputs = stretches[i]
		if err := p.workers[i].Begin(ctx, &p.parts[i]); err != nil {
			errs = append(errs, err)
			break
		}
		begun++
	}
	p.runs = p.runs[:0]
	finished := false // what comes later was not asked for
	for i := len(stretches) - begun; i < len(stretches); i++ {
		runs, err := p.workers[i].Finish(ctx)
		if err != nil {
			errs = append(errs, err)
		} else if !finished {
			p.runs = append(p.runs, runs...)
			finished = len(runs) < len(stretches[i]) || batch.Goal != nil && len(runs) > 0 && reached(batch.Goal, &runs[len(runs)-1])
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	p.learn(p.clock().Sub(start), len(stretches))
	return p.runs, nil
}

// useful returns how many workers a batch of that many inputs is worth.
func (p *Pool) useful(inputs int) int {
	work := time.Duration(inputs) * p.price
	return max(1, min(len(p.workers), int(work/worthwhile)))
}

// learn takes over what a batch took in that many workers.
func (p *Pool) learn(took time.Duration, workers int) {
	if len(p.runs) > 0 {
		price := took * time.Duration(workers) / time.Duration(len(p.runs))
		p.price += (price - p.price) / 8
	}
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

// Discard implements execution.Target.
func (p *Pool) Discard() error {
	var failures []error
	for _, worker := range p.workers {
		failures = append(failures, worker.Discard())
	}
	return errors.Join(failures...)
}

// Close implements execution.Target.
func (p *Pool) Close() error {
	var errs []error
	for _, worker := range p.workers {
		errs = append(errs, worker.Close())
	}
	return errors.Join(errs...)
}
