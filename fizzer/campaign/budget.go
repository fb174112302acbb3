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

// timing is what a run may use and what it has used.
type timing struct {
	cpu        time.Duration // 0: unlimited
	wall       time.Duration // since start; 0: unlimited
	executions uint64        // 0: unlimited
	start      time.Time
	meter      *budget.Meter
	load       func() float64 // how much longer than alone everything takes; nil: no longer
	clock      func() time.Time
}

// elapsed returns the wall time since the start.
func (t *timing) elapsed() time.Duration { return t.clock().Sub(t.start) }

// The last steps (optimizer, replay, zip) get this share of the budget, within bounds, so that all files are written when the tool
// ends.
const (
	reserveShare = 12
	minReserve   = 500 * time.Millisecond
	maxReserve   = 60 * time.Second
)

// On a busy machine the last steps take longer by the clock: then the reserve of wall time is what they take alone, in CPU time, times the
// load, but at most a part of the limit. Measured for small programs on an idle machine: 60 ms from the end of the
// search to the end of the process. With 20 runs at once 150 ms is not always enough, 250 ms is (docs/results.md).
const (
	lastSteps   = 250 * time.Millisecond
	loadedShare = 3
)

// Steps end when 1/n of the reserve is left; these are the values of n.
const (
	wholeReserve = 1 // the engine gets no more work: the whole reserve is left
	searchParts  = 2 // the search is stopped, also within a batch, and no replay begins: half is left
	judgingParts = 4 // a running replay is stopped: a quarter is left for zip and statistics
)

// A program that waits for something uses no CPU time. So a run ends after this wall time even if CPU time is left. The factor is for
// busy machines.
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
	if o.Meter == nil {
		o.Meter = budget.NewMeter()
	}
}

// timing returns what a run with these options may use.
func (o *Options) timing() timing {
	return timing{o.CPU, o.Wall, o.Executions, o.Start, o.Meter, o.Load, o.Clock}
}

// Shorter returns the run's limit of CPU time or of wall time, whichever is shorter; 0: there is none.
func (o Options) Shorter() time.Duration {
	o.setDefaults()
	t := o.timing()
	return t.shorter()
}

// Preparing returns a context for what is started for a run before it begins. It ends at the limits at which a build of the run ends, or
// by Finish; only the budget, the clock and Finish are looked at. stop also ends it and must be called.
func (o Options) Preparing(ctx context.Context) (preparing context.Context, stop func()) {
	o.setDefaults()
	t := o.timing()
	limited, stopLimits := t.until(ctx, searchParts)
	preparing, stopFinish := budget.Until(limited, o.Finish)
	return preparing, func() { stopFinish(); stopLimits() }
}

func reserve(limit time.Duration) time.Duration {
	return min(max(limit/reserveShare, minReserve), maxReserve, limit/2)
}

// before returns the limit minus 1/parts of its reserve; 0 if there is no limit.
func before(limit time.Duration, parts time.Duration) time.Duration {
	if limit == 0 {
		return 0
	}
	return limit - reserve(limit)/parts
}

// less returns the user's time limits minus 1/parts of the reserve.
func (t *timing) less(parts time.Duration) *budget.Budget {
	return &budget.Budget{CPU: before(t.cpu, parts), Wall: before(t.wall, parts), Start: t.start, Meter: t.meter, Clock: t.clock,
		Ahead: func() time.Duration { return t.ahead() / parts }}
}

// ahead returns what the reserve of wall time lacks because the machine is busy.
func (t *timing) ahead() time.Duration {
	if t.load == nil || t.wall == 0 {
		return 0
	}
	return max(0, min(time.Duration(t.load()*float64(lastSteps)), t.wall/loadedShare)-reserve(t.wall))
}

// A test takes some CPU time for each value that the program reads in it: to be run again, written and packed; so does the folder of a bad
// end. Measured: 0.2 to 1 microseconds. On a busy machine 400,000 values take seconds. Time below the small one is not asked for.
const (
	timePerValue = time.Microsecond
	smallTime    = 10 * time.Millisecond
)

// allowsValues reports whether a test of so many values can be handled before only 1/parts of the reserve is left, on a machine as busy as
// now.
func (t *timing) allowsValues(values int, parts time.Duration) bool {
	cost := time.Duration(values) * timePerValue
	if cost <= smallTime {
		return true
	}
	b := t.less(parts)
	if t.cpu > 0 && t.meter.CPU()+cost > b.CPU {
		return false
	}
	load := 1.0
	if t.load != nil {
		load = t.load()
	}
	return t.wall == 0 || t.elapsed()+time.Duration(load*float64(cost)) <= b.Wall-b.Ahead()
}

// until returns a context that ends when only 1/parts of the reserve is left.
func (t *timing) until(ctx context.Context, parts time.Duration) (context.Context, func()) {
	return t.less(parts).Watch(ctx)
}

// part returns 1/share of the user's time limits.
func (t *timing) part(share time.Duration) *budget.Budget {
	return &budget.Budget{CPU: t.cpu / share, Wall: t.wall / share, Start: t.start, Meter: t.meter, Clock: t.clock}
}

// beyond tells whether 1/share of the budget is used.
func (t *timing) beyond(share time.Duration) bool { return t.part(share).Done(0) != "" }

// shorter returns the limit of CPU time or of wall time, whichever is shorter; 0: there is none.
func (t *timing) shorter() time.Duration {
	if t.cpu == 0 || t.wall == 0 {
		return max(t.cpu, t.wall)
	}
	return min(t.cpu, t.wall)
}

// further returns limits that end after some more time: CPU time, and by the clock as many times as much as a run may wait.
func (t *timing) further(more time.Duration) *budget.Budget {
	b := t.part(1)
	if t.cpu > 0 {
		b.CPU = min(b.CPU, t.meter.CPU()+more)
	}
	wall := more
	if t.cpu > 0 && t.cpu <= t.wall || t.wall == 0 {
		wall *= wallShare
	}
	if end := t.elapsed() + wall; b.Wall == 0 || end < b.Wall {
		b.Wall = end
	}
	return b
}

// Building once more may use these parts of the time left. For replay: without it a suite is worth less, but without a search it is worth
// nothing.
const replayBuildShare = 3.0 / 4

// For recording: without it the search only lacks a stage. The second form may be built for twice as long as is expected, within the
// smallest and the largest share. Where more than the largest is expected, it is unlikely to be ready, and only a small share is risked.
const (
	secondFactor        = 2 // times as long as building the target is expected; one to two times were seen
	minSecondShare      = 1.0 / 4
	maxSecondShare      = 1.0 / 2
	unlikelySecondShare = 1.0 / 10
)

// secondShare returns the part of the time left for the second form of a program whose target took so long to build.
func (t *timing) secondShare(built time.Duration) float64 {
	left := float64(t.left())
	if left <= 0 {
		return unlikelySecondShare
	}
	expected := secondFactor * float64(built) / left
	if expected > maxSecondShare {
		return unlikelySecondShare
	}
	return min(max(2*expected, minSecondShare), maxSecondShare)
}

// whileBuilding returns a context that ends when a part of the time left is over.
func (t *timing) whileBuilding(ctx context.Context, part float64) (context.Context, func()) {
	b := t.less(searchParts)
	rest := func(left time.Duration) time.Duration {
		return max(0, left) - time.Duration(part*float64(max(0, left)))
	}
	if b.Wall > 0 {
		b.Wall -= rest(b.Wall - t.elapsed())
	}
	if b.CPU > 0 {
		b.CPU -= rest(b.CPU - t.meter.CPU())
	}
	return b.Watch(ctx)
}

// endedBy returns why the run is over if err comes from the end of a context below ctx, otherwise nothing.
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

// toolOf returns the tool that had to be killed, if any.
func toolOf(err error) string {
	var interrupted *sandbox.InterruptedError
	if errors.As(err, &interrupted) {
		return interrupted.Command
	}
	return ""
}

// The wall time between two readings of the CPU time, which cost some hundred microseconds: the nearer the end may be, the shorter.
const (
	checkEvery  = 10 * time.Millisecond
	checkSeldom = 100 * time.Millisecond
)

// progressEvery is the wall time between two lines of the progress file.
const progressEvery = time.Second

// engineBudget is what the engine may use: the user's budget minus the reserve.
type engineBudget struct {
	timing   *timing
	later    *later
	forms    *forms      // nil: the target stays as it is
	next     time.Time   // the clocks are not read before
	progress func()      // called about every progressEvery
	report   time.Time   // time of its next call
	catchUp  func() bool // called as often; true: the tests reach all goals, or are in trouble
}

// Left implements engine.Counted.
func (b *engineBudget) Left(executions uint64) uint64 {
	if b.timing.executions == 0 {
		return math.MaxUint64
	}
	return b.timing.executions - min(executions, b.timing.executions)
}

// Done implements engine.Budget. The first runs are always made while the search may go on at all: a suite of one test is better than
// none.
func (b *engineBudget) Done(executions uint64) (string, bool) {
	if executions == 0 {
		return "", false
	}
	t := b.timing
	limited := &budget.Budget{Start: t.start, Meter: t.meter, Clock: t.clock}
	if now := t.clock(); now.After(b.next) {
		limited = t.less(wholeReserve)
		b.next = now.Add(limited.Pause(checkEvery, checkSeldom))
		if now.After(b.report) {
			b.report = now.Add(progressEvery)
			b.progress()
			if b.catchUp != nil && b.catchUp() {
				return formats.StoppedByGoals, true
			}
		}
		b.forms.check()
		if b.later.closing(t) {
			return t.reason(), true
		}
	}
	limited.Executions = t.executions
	reason := limited.Done(executions)
	return reason, reason != ""
}
