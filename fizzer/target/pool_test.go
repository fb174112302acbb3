package target

import (
	"context"
	"errors"
	"testing"
	"time"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// echo answers each input with a run whose path is its first byte and whose only condition evaluates location 0 to true
// where that byte is 9.
type echo struct {
	closed, discarded bool
	fail              error
	begun             *execution.Batch
	given             int // inputs begun so far
}

func (e *echo) Begin(_ context.Context, batch *execution.Batch) error {
	e.begun = batch
	e.given += len(batch.Inputs)
	return nil
}

func (e *echo) Finish(ctx context.Context) ([]execution.Run, error) { return e.Execute(ctx, e.begun) }

// clock returns a clock that goes on by a step whenever it is asked.
func clock(step time.Duration) func() time.Time {
	var now time.Time
	return func() time.Time {
		now = now.Add(step)
		return now
	}
}

func (e *echo) Execute(_ context.Context, batch *execution.Batch) ([]execution.Run, error) {
	var runs []execution.Run
	for _, input := range batch.Inputs {
		condition := layout.Condition{}
		if input[0] == 9 {
			condition.Location = layout.DirectionBit
		}
		runs = append(runs, execution.Run{Path: uint64(input[0]), Conditions: []layout.Condition{condition}})
		if batch.Goal != nil && input[0] == 9 {
			break
		}
	}
	return runs, e.fail
}

func (e *echo) Discard() error {
	e.discarded = true
	return nil
}

func (e *echo) Close() error {
	e.closed = true
	return nil
}

func TestPool(t *testing.T) {
	var inputs [][]byte
	for i := range 11 {
		inputs = append(inputs, []byte{byte(i)})
	}
	for jobs := 1; jobs <= 15; jobs++ {
		var targets []Worker
		for range jobs {
			targets = append(targets, &echo{})
		}
		pool := NewPool(targets, clock(time.Minute))
		runs, err := pool.Execute(context.Background(), &execution.Batch{Inputs: inputs})
		if err != nil || len(runs) != len(inputs) {
			t.Fatalf("%d jobs: %d runs, %v", jobs, len(runs), err)
		}
		for i, run := range runs {
			if run.Path != uint64(i) {
				t.Errorf("%d jobs: run %d is that of input %d", jobs, i, run.Path)
			}
		}
		if jobs <= len(inputs) {
			for i := 0; i < 20; i++ { // by now every worker is worth it
				if _, err := pool.Execute(context.Background(), &execution.Batch{Inputs: inputs}); err != nil {
					t.Fatal(err)
				}
			}
			if targets[jobs-1].(*echo).given == 0 {
				t.Errorf("%d jobs: the last worker got nothing", jobs)
			}
		}
		goal := &execution.Goal{Direction: true}
		if runs, err = pool.Execute(context.Background(), &execution.Batch{Inputs: inputs, Goal: goal}); err != nil || len(runs) != 10 {
			t.Errorf("%d jobs: %d runs up to the goal, %v, want 10", jobs, len(runs), err)
		}
		if err := pool.Close(); err != nil || !targets[jobs-1].(*echo).closed {
			t.Errorf("%d jobs: not closed, %v", jobs, err)
		}
	}
}

func TestPoolFails(t *testing.T) {
	broken := errors.New("broken")
	pool := NewPool([]Worker{&echo{}, &echo{fail: broken}}, clock(time.Minute))
	var err error
	for i := 0; i < 20 && err == nil; i++ {
		_, err = pool.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{{1}, {2}}})
	}
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

// Runs that take next to no time stay with one worker: to wake another would cost more.
func TestPoolKeepsShortBatchesTogether(t *testing.T) {
	first, second := &echo{}, &echo{}
	pool := NewPool([]Worker{first, second}, clock(time.Microsecond))
	for range 100 {
		if _, err := pool.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{{1}, {2}}}); err != nil {
			t.Fatal(err)
		}
	}
	if first.given != 200 || second.given != 0 {
		t.Errorf("the workers got %d and %d inputs", first.given, second.given)
	}
}
