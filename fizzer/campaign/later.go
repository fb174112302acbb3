package campaign

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine"
	"fizzer/libfizzer/layout"
)

// later is gcc's build while it is put off. In a run that is limited by time it waits for the first test; if building the target took
// much of the time, it waits longer, so that there is a suite at all (decision 030).
type later struct {
	off     atomic.Bool   // it is put off; each engine of a crew asks
	cost    time.Duration // of building the target: what was used when the search began; 0: little
	enough  time.Duration // what must be left for the build and the replays
	reserve bool          // the search ends early enough for the build
	found   []unjudged    // the tests found so far
}

// unjudged is a test that has not been replayed on gcc's build, by what it was found for.
type unjudged struct {
	directions []engine.Direction
	ending     layout.Ending
}

// putOffShare is the part of the budget, as a divisor, that building the target may take before gcc's build waits for more than the
// first test. It is picked by hand: a small program takes a second, most of it for the runtime where none is cached, and must not reach it
// within 10 s.
const putOffShare = 8

// used returns what was used of the time that limits the run.
func (t *timing) used() time.Duration {
	if t.cpu > 0 {
		return t.meter.CPU()
	}
	return t.elapsed()
}

// limit returns the limit of that time; 0: there is none.
func (t *timing) limit() time.Duration {
	if t.cpu > 0 {
		return t.cpu
	}
	return t.wall
}

// reason names the limit of that time.
func (t *timing) reason() string {
	if t.cpu > 0 {
		return budget.ReasonCPU
	}
	return budget.ReasonWall
}

// left returns how much of that time the search still has.
func (t *timing) left() time.Duration {
	b := t.less(searchParts)
	if t.cpu > 0 {
		return b.CPU - t.used()
	}
	return b.Wall - b.Ahead() - t.used()
}

// putOff reports whether gcc's build has to wait, and begins to count what the search takes. The program has so many bytes. A run that ends
// after a number of executions does not put it off: its result does not depend on how long builds take.
func (l *later) putOff(t *timing, bytes int) bool {
	limit, used := t.limit(), t.used()
	if t.executions > 0 || limit == 0 {
		return false
	}
	l.off.Store(true)
	if used > limit/putOffShare {
		l.cost, l.enough = used, max(used/2, leftForGCC(bytes))
		l.reserve = t.left() >= l.enough+used // the search has as much time as building the target took
	}
	return true
}

// gccBytes is how many bytes of a program gcc compiles with coverage in a second of CPU time. Measured: 270 KB of Problem07 (2.8 MB,
// mostly conditions), 520 KB of a state machine of 4.3 MB, 570 KB of one of 0.4 MB.
const gccBytes = 400_000

// leftForGCC returns how much time must be left for a build by gcc that may use replayBuildShare of it.
func leftForGCC(bytes int) time.Duration {
	return time.Duration(float64(bytes) / gccBytes / replayBuildShare * float64(time.Second))
}

// due reports whether the build is to be made now: the search has had as much time as building the target took, and enough is left.
func (l *later) due(t *timing) bool { return l.off.Load() && t.used()-l.cost >= l.cost && l.fits(t) }

// closing reports whether the search has to end now for the build to fit in. A little more is left, because the last runs and their tests
// take time, too.
func (l *later) closing(t *timing) bool {
	return l.off.Load() && l.reserve && t.left() < l.enough+l.cost/8
}

func (l *later) fits(t *timing) bool { return t.left() >= l.enough }

// buildLater makes gcc's build if it was put off and is due now; at once: if there is time for it. The tests found before wait for
// their replay.
func (c *campaign) buildLater(ctx context.Context, atOnce bool) error {
	l := &c.later
	if !l.off.Load() || !atOnce && !l.due(&c.timing) || atOnce && !l.fits(&c.timing) {
		return nil
	}
	l.off.Store(false)
	if err := c.buildReplay(ctx); err != nil || c.verdict == nil {
		return err
	}
	for _, f := range l.found {
		c.verdict.imply(f.directions, f.ending)
		c.verdict.waiting = append(c.verdict.waiting, f.directions...)
	}
	l.found = nil
	if atOnce { // the run ends
		return nil
	}
	return c.announce()
}

// note keeps what a test was found for until gcc's build is there.
func (l *later) note(f *engine.Found) {
	if l.off.Load() {
		l.found = append(l.found, unjudged{directionsOf(f), f.Ending})
	}
}

// directionsOf returns the directions for which a test was found.
func directionsOf(f *engine.Found) []engine.Direction { return slices.Concat(f.Covered, f.Again) }
