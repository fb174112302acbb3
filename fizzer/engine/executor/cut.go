package executor

import (
	"context"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// cutter decides which long runs are recorded in part: up to where they leave the path to the node that is worked on, and some
// conditions more. What comes then matters for what it covers, which the target looks at, and for the nodes that it brings,
// of which there are more than enough in long runs. A run that covers something there, or reaches the goal of its request, is
// made again and recorded whole (docs/decisions/013-runs-in-part.md).
type cutter struct {
	off              bool          // all runs are recorded whole
	typical          int           // conditions that the longest of the last runs evaluated
	rule             execution.Cut // of the runs of now
	partly           bool          // the runs of now may be cut
	waiting          [][]byte      // inputs to be run whole
	whole, evaluated uint64        // conditions of long runs: recorded although these might be cut, and all
}

// Picked by hand.
const (
	cutAfter          = 2                           // chunks recorded behind the one in which a run leaves the path
	cutFrom           = 12 * layout.ChunkConditions // shorter runs are recorded whole: cutting them would save little
	wholeShare        = 16                          // record one in 16 conditions of long runs in full, for targets far behind the path
	wholeShareLacking = 4                           // one in 4 while coverage is missing that only a whole trace shows
	typicalLess       = 64                          // each run takes one 64th off the typical length
)

// cut returns how the runs of the next batch of that size are to be cut, nil when they are to be recorded whole: also when there
// would be no execution left to repeat each of them.
func (x *Executor) cut(r *Request, runs int) *execution.Cut {
	c := &x.cutter
	share := uint64(wholeShare)
	if x.config.Lacking() {
		share = wholeShareLacking
	}
	c.partly = !c.off && x.left(r)/2 >= uint64(runs) && !r.Whole && c.typical >= cutFrom && c.whole*share > c.evaluated
	if !c.partly {
		return nil
	}
	c.rule = execution.Cut{Follow: r.Follow, After: cutAfter, Covered: x.config.Coverage}
	return &c.rule
}

// observe notes how long a run is.
func (c *cutter) observe(run *execution.Run) {
	c.typical = max(c.typical-c.typical/typicalLess, run.Evaluated())
	if c.typical < cutFrom {
		return
	}
	c.evaluated += uint64(run.Evaluated())
	if !c.partly {
		c.whole += uint64(run.Conditions.Len())
	}
}

// repeat has a run made once more.
func (c *cutter) repeat(run *execution.Run) { c.waiting = append(c.waiting, slices.Clone(run.Bytes)) }

// runWhole makes the runs again that wait for it.
func (x *Executor) runWhole(ctx context.Context, r *Request) error {
	c := &x.cutter
	for len(c.waiting) > 0 {
		c.partly = false
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
	return nil
}
