package campaign

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/formats"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/task"
)

// The engine is asked to end first, then the search is stopped, then replay, all before the limit.
func TestReserveInParts(t *testing.T) {
	for _, limit := range []time.Duration{100 * time.Millisecond, time.Second, 10 * time.Second, time.Minute, time.Hour} {
		asked, search, judging := before(limit, wholeReserve), before(limit, searchParts), before(limit, judgingParts)
		if asked <= 0 || search <= asked || judging <= search || limit <= judging {
			t.Errorf("%v: %v, %v, %v", limit, asked, search, judging)
		}
	}
	if before(0, wholeReserve) != 0 {
		t.Error("no limit became one")
	}
}

// The second form may take a part of the time left. If it takes longer, nothing is recorded and the search goes on.
func TestSecondFormTakesTooLong(t *testing.T) {
	c := newCampaign(Options{Task: &task.Task{Programs: []string{"a.c"}}, Wall: time.Second, Clock: time.Now})
	tools := &fakeTools{second: func(ctx context.Context) (string, error) { <-ctx.Done(); return "", context.Cause(ctx) }}
	r := &recording{tools: tools, timing: &c.timing, scratch: t.TempDir()}
	ctx := context.Background()
	_, err := r.Record(ctx, &symbolic.Request{})
	var spent *budget.SpentError
	if !errors.Is(err, symbolic.ErrNever) || !errors.As(err, &spent) || ctx.Err() != nil {
		t.Errorf("%v", err)
	}
	tools.second = func(context.Context) (string, error) { return "second", nil }
	_, err = r.Record(ctx, &symbolic.Request{})
	if !errors.Is(err, symbolic.ErrNever) || !strings.Contains(err.Error(), "second does not start") {
		t.Errorf("%v", err)
	}
	if err := r.close(); err != nil {
		t.Error(err)
	}
}

// Half of the time left may go into the second form where building the target shows that this is likely to be enough.
func TestSecondShare(t *testing.T) {
	c := newCampaign(Options{Task: &task.Task{Programs: []string{"a.c"}}, Wall: 100 * time.Second, Clock: time.Now})
	left := c.timing.left()
	for built, want := range map[time.Duration]float64{
		0: minSecondShare, left / 16: minSecondShare, left / 10: 0.4, left / 8: maxSecondShare, left/4 - time.Second: maxSecondShare,
		left/4 + time.Second: unlikelySecondShare, 2 * left: unlikelySecondShare,
	} {
		if got := c.timing.secondShare(built); math.Abs(got-want) > 0.001 {
			t.Errorf("built within %v of %v: %v instead of %v", built, left, got, want)
		}
	}
}

func TestEndedBy(t *testing.T) {
	ended, cancel := context.WithCancelCause(context.Background())
	fault := errors.New("a fault")
	for _, test := range []struct {
		err  error
		want string
	}{
		{nil, ""}, {fault, ""},
		{&budget.SpentError{Reason: budget.ReasonCPU}, budget.ReasonCPU},
		{&sandbox.InterruptedError{Command: "gcc", Cause: &budget.SpentError{Reason: budget.ReasonWall}}, budget.ReasonWall},
		{context.Canceled, ""},
	} {
		if got := endedBy(ended, test.err); got != test.want {
			t.Errorf("%v: %q instead of %q", test.err, got, test.want)
		}
	}
	cancel(errors.New("signal: terminated"))
	interrupted := &sandbox.InterruptedError{Command: "gcc", Cause: context.Cause(ended)}
	for err, want := range map[error]string{context.Canceled: formats.StoppedBySignal, interrupted: formats.StoppedBySignal, fault: ""} {
		if got := endedBy(ended, err); got != want {
			t.Errorf("%v: %q instead of %q", err, got, want)
		}
	}
}
