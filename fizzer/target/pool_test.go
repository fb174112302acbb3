package target

import (
	"context"
	"errors"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// echo answers each input with a run whose path is its first byte and whose only condition evaluates location 0 to true
// where that byte is 9.
type echo struct {
	closed bool
	fail   error
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
		var targets []execution.Target
		for range jobs {
			targets = append(targets, &echo{})
		}
		pool := NewPool(targets)
		runs, err := pool.Execute(context.Background(), &execution.Batch{Inputs: inputs})
		if err != nil || len(runs) != len(inputs) {
			t.Fatalf("%d jobs: %d runs, %v", jobs, len(runs), err)
		}
		for i, run := range runs {
			if run.Path != uint64(i) {
				t.Errorf("%d jobs: run %d is that of input %d", jobs, i, run.Path)
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
	pool := NewPool([]execution.Target{&echo{}, &echo{fail: broken}})
	if _, err := pool.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{{1}, {2}}}); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}
