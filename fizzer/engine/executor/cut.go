package executor

import (
	"context"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// cutter decides which long runs are cut, that is, recorded in part: up to where they leave the path to the node that is worked on, and
// some conditions further. The later conditions matter for their coverage, which the target checks, and for their nodes, of which long
// runs have more than enough. If a run covers something there, or reaches the goal of its request, it is repeated and recorded whole
// (docs/decisions/013-runs-in-part.md).
type cutter struct {
	off     bool          // all runs are recorded whole
	typical int           // conditions evaluated by the longest of the recent runs
	rule    execution.Cut // of the current runs
	partly  bool          // whether the current runs may be cut
	waiting [][]byte      // inputs to be run whole
	share   int           // of the conditions of long runs, one in so many is recorded in runs that are not cut, for whatever reason
	room    int           // for such conditions; negative: too many were recorded
	sparing
}

// Picked by hand.
const (
	cutAfter          = 2                           // chunks recorded after the one in which a run leaves the path
	cutAfterStalled   = 1                           // while nothing new is found
	cutFrom           = 12 * layout.ChunkConditions // shorter runs are recorded whole: cutting them would save little
	wholeShare        = 16                          // record one in 16 conditions of long runs in full, for targets far behind the path
	wholeShareLacking = 4                           // one in 4 while coverage is missing that only a whole trace shows
	wholeShareStalled = 128                         // one in 128 while nothing new is found: there are more than enough such targets
	cutFromStalled    = 4 * layout.ChunkConditions  // while nothing new is found, shorter runs are recorded whole
	typicalLess       = 64                          // each run takes one 64th off the typical length
)

// cut returns the rule by which the next runs are cut, or nil to record them whole. When the budget is nearly used up no run is cut: no
// execution would be left to repeat it.
func (x *Executor) cut(r *Request, runs int) *execution.Cut {
	c := &x.cutter
	after := cutAfter
	lacking, stalled := x.config.Lacking(), x.config.Stalled()
	c.idle = stalled && x.config.Spares && !c.off
	c.stalled = c.idle && !lacking
	switch {
	case lacking:
		c.share = wholeShareLacking
	case stalled:
		c.share, after = wholeShareStalled, cutAfterStalled
	default:
		c.share = wholeShare
	}
	saves := r.Record == Cut || r.Record == MayCut && c.typical >= c.from() && c.room < 0
	c.partly = !c.off && saves && x.config.left(r)/2 >= uint64(runs)
	if !c.partly {
		return nil
	}
	c.rule = execution.Cut{Follow: r.Follow, After: after, Covered: x.config.Coverage}
	return &c.rule
}

// observe records the length of a run, unless it is one that is cut anyway: it may be hundreds of times as long as the others, and the
// share of conditions that it allows to be recorded whole would be used up by one run.
func (c *cutter) observe(run *execution.Run, record Recording) {
	if record == Cut {
		return
	}
	c.typical = max(c.typical-c.typical/typicalLess, run.Evaluated())
	if c.typical < c.from() {
		return
	}
	c.room += run.Evaluated() / c.share
	if !c.partly {
		c.room -= run.Conditions.Len()
	}
}

// from returns the least conditions of a run that is worth cutting.
func (c *cutter) from() int {
	if c.stalled {
		return cutFromStalled
	}
	return cutFrom
}

// repeat queues the input of a run to be run once more.
func (c *cutter) repeat(run *execution.Run) {
	c.waiting = append(c.waiting, slices.Clone(run.Bytes))
	if c.lean != execution.LeanNone && run.Novel {
		c.hopes++
	}
}

// runWhole runs the queued inputs again, recorded whole.
func (x *Executor) runWhole(ctx context.Context, r *Request) error {
	c, before := &x.cutter, x.config.Coverage.Version
	for len(c.waiting) > 0 {
		c.partly, c.lean = false, execution.LeanNone
		runs, err := x.execute(ctx, r, c.waiting, nil, nil)
		if err != nil {
			return err
		}
		if runs, err = x.take(r, nil, runs, func(int, *execution.Run) {}); err != nil {
			return err
		}
		c.waiting = c.waiting[min(len(runs), len(c.waiting)):]
	}
	c.waiting = nil
	if c.disappoints(x.config.Coverage.Version != before) {
		x.lean = nil
	}
	return nil
}
