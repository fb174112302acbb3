package campaign

import (
	"time"

	"fizzer/fizzer/budget"
)

// The last steps (optimizer, replay, zip) get this share of the budget, within bounds, so that the tool ends itself
// in time to have written everything.
const (
	reserveShare = 12
	reserveLeast = 500 * time.Millisecond
	reserveMost  = 60 * time.Second
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
}

func reserve(limit time.Duration) time.Duration {
	return min(max(limit/reserveShare, reserveLeast), reserveMost, limit/2)
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

// Done implements engine.Budget. The first runs are always made: a suite of one test is worth more than none.
func (b *engineBudget) Done(executions uint64) (string, bool) {
	if executions == 0 {
		return "", false
	}
	o := &b.c.Options
	limited := budget.Budget{Executions: o.Executions, Start: b.c.start, Meter: b.c.meter, Clock: o.Clock}
	if now := o.Clock(); now.After(b.next) {
		b.next = now.Add(checkEvery)
		if now.After(b.report) {
			b.report = now.Add(progressEvery)
			b.progress()
		}
		if o.CPU > 0 {
			limited.CPU = o.CPU - reserve(o.CPU)
		}
		if o.Wall > 0 {
			limited.Wall = o.Wall - reserve(o.Wall)
		}
	}
	reason := limited.Done(executions)
	return reason, reason != ""
}
