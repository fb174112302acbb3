package campaign

import (
	"context"
	"errors"
	"math"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/formats"
	"fizzer/libfizzer/sandbox"
)

// timing is what a run may use, and what it has used.
type timing struct {
	cpu        time.Duration // 0: unlimited
	wall       time.Duration // since start; 0: unlimited
	executions uint64        // 0: unlimited
	start      time.Time
	meter      *budget.Meter
	clock      func() time.Time
}

// elapsed returns the wall time since the start.
func (t *timing) elapsed() time.Duration { return t.clock().Sub(t.start) }

// The last steps (optimizer, replay, zip) get this share of the budget, within bounds, so that the tool ends itself
// in time to have written everything.
const (
	reserveShare = 12
	minReserve   = 500 * time.Millisecond
	maxReserve   = 60 * time.Second
)

// Where in the reserve something ends, counted from the end of the budget: that many parts of it are left then.
const (
	wholeReserve = 1 // the engine is not asked any more: the whole reserve is left
	searchParts  = 2 // the search is ended whatever it does, also within a batch; no more replays begin: half is left
	judgingParts = 4 // replay is ended whatever it does: a quarter is left for zip and statistics
)

// A run that has not used up its CPU time ends after this wall time: a program that waits for what never comes uses none.
// The rest is for machines that have more to do.
const (
	wallShare = 4
	minWall   = 30 * time.Second
)

func (o *Options) setDefaults() {
	if o.Wall == 0 && o.CPU > 0 {
		o.Wall = wallShare*o.CPU + minWall
	}
	if o.Start.IsZero() {
		o.Start = o.Clock()
	}
	if o.Tools == nil {
		o.Tools = machine{}
	}
}

func reserve(limit time.Duration) time.Duration {
	return min(max(limit/reserveShare, minReserve), maxReserve, limit/2)
}

// before returns the limit less that part of its reserve, 0 where there is no limit.
func before(limit time.Duration, parts time.Duration) time.Duration {
	if limit == 0 {
		return 0
	}
	return limit - reserve(limit)/parts
}

// less returns the user's limits of time less that part of the reserve.
func (t *timing) less(parts time.Duration) *budget.Budget {
	return &budget.Budget{CPU: before(t.cpu, parts), Wall: before(t.wall, parts), Start: t.start, Meter: t.meter, Clock: t.clock}
}

// until returns a context that ends when only that part of the reserve is left.
func (t *timing) until(ctx context.Context, parts time.Duration) (context.Context, func()) {
	return t.less(parts).Watch(ctx)
}

// beyond says whether that part of the budget is used.
func (t *timing) beyond(share time.Duration) bool {
	b := t.less(wholeReserve)
	b.CPU, b.Wall = t.cpu/share, t.wall/share
	return b.Done(0) != ""
}

// Parts of the time left that may go by while the program is built once more, as one over these: for replay, without which a suite is
// worth less, though without a search it is worth nothing; and for recording, without which the search only lacks a stage.
const (
	replayBuildShare = 2
	secondBuildShare = 10
)

// whileBuilding returns a context that ends when that part of the time left is over.
func (t *timing) whileBuilding(ctx context.Context, share time.Duration) (context.Context, func()) {
	b := t.less(searchParts)
	if left := max(0, b.Wall-t.elapsed()); b.Wall > 0 {
		b.Wall -= left - left/share
	}
	if left := max(0, b.CPU-t.meter.CPU()); b.CPU > 0 {
		b.CPU -= left - left/share
	}
	return b.Watch(ctx)
}

// interruptGrace is how long a step may take to end when its context has: tools are killed at once, but computations of
// ours do not ask.
const interruptGrace = time.Second

// within returns what do returns, or an error when ctx ends and do does not: then it goes on in vain, until the process ends.
func within[T any](ctx context.Context, do func() (T, error)) (T, error) {
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

// endedBy returns why the run is over when err comes of the end of a context below ctx, empty when it does not.
func endedBy(ctx context.Context, err error) string {
	var spent *budget.SpentError
	switch {
	case errors.As(err, &spent):
		return spent.Reason
	case ctx.Err() == nil || !errors.Is(err, context.Canceled) && !errors.Is(err, context.Cause(ctx)):
		return ""
	case budget.Spent(ctx) != "":
		return budget.Spent(ctx)
	}
	return formats.StoppedBySignal
}

// toolOf returns which tool had not ended when it had to, empty when there was none.
func toolOf(err error) string {
	var interrupted *sandbox.InterruptedError
	if errors.As(err, &interrupted) {
		return interrupted.Command
	}
	return ""
}

// checkEvery is the wall time between two looks at the CPU time, which cost some system calls.
const checkEvery = 10 * time.Millisecond

// progressEvery is the wall time between two lines of the progress file.
const progressEvery = time.Second

// engineBudget is what the engine may use: the user's budget less the reserve.
type engineBudget struct {
	timing   *timing
	next     time.Time // no look at the clocks before
	progress func()    // called about once in progressEvery
	report   time.Time // when it is called next
}

// Left implements engine.Counted.
func (b *engineBudget) Left(executions uint64) uint64 {
	if b.timing.executions == 0 {
		return math.MaxUint64
	}
	return b.timing.executions - min(executions, b.timing.executions)
}

// Done implements engine.Budget. The first runs are always made, as long as the search may go on at all: a suite of one
// test is worth more than none.
func (b *engineBudget) Done(executions uint64) (string, bool) {
	if executions == 0 {
		return "", false
	}
	t := b.timing
	limited := &budget.Budget{Start: t.start, Meter: t.meter, Clock: t.clock}
	if now := t.clock(); now.After(b.next) {
		b.next = now.Add(checkEvery)
		if now.After(b.report) {
			b.report = now.Add(progressEvery)
			b.progress()
		}
		limited = t.less(wholeReserve)
	}
	limited.Executions = t.executions
	reason := limited.Done(executions)
	return reason, reason != ""
}
