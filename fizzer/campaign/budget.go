package campaign

import (
	"context"
	"errors"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/libfizzer/sandbox"
)

// The last steps (optimizer, replay, zip) get this share of the budget, within bounds, so that the tool ends itself
// in time to have written everything.
const (
	reserveShare = 12
	reserveLeast = 500 * time.Millisecond
	reserveMost  = 60 * time.Second
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
	wallLeast = 30 * time.Second
)

func (o *Options) setDefaults() {
	if o.Wall == 0 && o.CPU > 0 {
		o.Wall = wallShare*o.CPU + wallLeast
	}
	if o.Start.IsZero() {
		o.Start = o.Clock()
	}
}

func reserve(limit time.Duration) time.Duration {
	return min(max(limit/reserveShare, reserveLeast), reserveMost, limit/2)
}

// before returns the limit less that part of its reserve, 0 where there is no limit.
func before(limit time.Duration, parts time.Duration) time.Duration {
	if limit == 0 {
		return 0
	}
	return limit - reserve(limit)/parts
}

// budget returns the user's limits of time less that part of the reserve.
func (c *campaign) budget(parts time.Duration) *budget.Budget {
	return &budget.Budget{CPU: before(c.CPU, parts), Wall: before(c.Wall, parts), Start: c.start, Meter: c.meter, Clock: c.Clock}
}

// until returns a context that ends when only that part of the reserve is left.
func (c *campaign) until(ctx context.Context, parts time.Duration) (context.Context, func()) {
	return c.budget(parts).Watch(ctx)
}

// replayBuildShare is the part of the time left that may go by while the program is built for replay. Without replay a
// suite is worth less, without a search nothing.
const replayBuildShare = 2

// whileReplayIsBuilt returns a context for that.
func (c *campaign) whileReplayIsBuilt(ctx context.Context) (context.Context, func()) {
	b := c.budget(searchParts)
	if b.Wall > 0 {
		b.Wall -= max(0, b.Wall-c.Clock().Sub(c.start)) / replayBuildShare
	}
	if b.CPU > 0 {
		b.CPU -= max(0, b.CPU-c.meter.CPU()) / replayBuildShare
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
	return stoppedBySignal
}

// noteTool keeps which tool had not ended when it had to, and tells whether there was one.
func (c *campaign) noteTool(err error) bool {
	var interrupted *sandbox.InterruptedError
	if errors.As(err, &interrupted) {
		c.statistics.Interrupted = interrupted.Command
	}
	return interrupted != nil
}

// checkEvery is the wall time between two looks at the CPU time, which cost some system calls.
const checkEvery = 10 * time.Millisecond

// progressEvery is the wall time between two lines of the progress file.
const progressEvery = time.Second

// engineBudget is what the engine may use: the user's budget less the reserve.
type engineBudget struct {
	c        *campaign
	next     time.Time // no look at the clocks before
	progress func()    // called about once in progressEvery
	report   time.Time // when it is called next
}

// Done implements engine.Budget. The first runs are always made, as long as the search may go on at all: a suite of one
// test is worth more than none.
func (b *engineBudget) Done(executions uint64) (string, bool) {
	if executions == 0 {
		return "", false
	}
	o := &b.c.Options
	limited := &budget.Budget{Start: b.c.start, Meter: b.c.meter, Clock: o.Clock}
	if now := o.Clock(); now.After(b.next) {
		b.next = now.Add(checkEvery)
		if now.After(b.report) {
			b.report = now.Add(progressEvery)
			b.progress()
		}
		limited = b.c.budget(wholeReserve)
	}
	limited.Executions = o.Executions
	reason := limited.Done(executions)
	return reason, reason != ""
}
