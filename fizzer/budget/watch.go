package budget

import (
	"context"
	"errors"
	"time"
)

// SpentError is the cause of a context that Watch ended.
type SpentError struct{ Reason string } // as Done gives it

// Error names the limit.
func (e *SpentError) Error() string {
	if e.Reason == ReasonSignal {
		return "the run was told to finish"
	}
	return "the " + words[e.Reason] + " for it is used up"
}

var words = map[string]string{ReasonWall: "wall time", ReasonCPU: "CPU time", ReasonExecutions: "number of executions"}

// The wall time between two readings of the clocks: the nearer a limit may be, the shorter.
const (
	watchEvery  = 50 * time.Millisecond
	watchSeldom = 500 * time.Millisecond
)

// Watch returns a context that ends, with a *SpentError as its cause, when the wall time or the CPU time is used up,
// whatever is going on then. stop also ends the context and must be called. Watch does not look at executions.
func (b *Budget) Watch(ctx context.Context) (watched context.Context, stop func()) {
	watched, cancel := context.WithCancelCause(ctx)
	limits := *b
	limits.Executions = 0
	if limits.Wall > 0 || limits.CPU > 0 {
		go limits.watch(watched, cancel)
	}
	return watched, func() { cancel(nil) }
}

func (b *Budget) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	for ctx.Err() == nil {
		if reason := b.Done(0); reason != "" {
			cancel(&SpentError{reason})
		}
		select {
		case <-ctx.Done():
		case <-time.After(b.Pause(watchEvery, watchSeldom)):
		}
	}
}

// Until returns a context that ends as by Watch, with ReasonSignal, when finish is closed; nil never is. stop ends the
// context, too, and must be called.
func Until(ctx context.Context, finish <-chan struct{}) (watched context.Context, stop func()) {
	watched, cancel := context.WithCancelCause(ctx)
	go func() {
		select {
		case <-finish:
			cancel(&SpentError{ReasonSignal})
		case <-watched.Done():
		}
	}()
	return watched, func() { cancel(nil) }
}

// Spent returns the reason of the limit that ended the context, or "" when the context has not ended or something
// else ended it.
func Spent(ctx context.Context) string {
	var spent *SpentError
	if errors.As(context.Cause(ctx), &spent) {
		return spent.Reason
	}
	return ""
}

// interruptGrace bounds how long a step may go on after its context has ended. Tools are killed at once, but our own computations do
// not check the context.
const interruptGrace = time.Second

// Within returns the result of do, or an error if ctx ends and do does not return. Then do continues, unused, until the process ends.
func Within[T any](ctx context.Context, do func() (T, error)) (T, error) {
	type answer struct {
		value T
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		value, err := do()
		answers <- answer{value, err}
	}()
	select {
	case a := <-answers:
		return a.value, a.err
	case <-ctx.Done():
	}
	select {
	case a := <-answers:
		return a.value, a.err
	case <-time.After(interruptGrace):
		var none T
		return none, context.Cause(ctx)
	}
}
