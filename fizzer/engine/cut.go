package engine

import (
	"context"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// cutting has long runs recorded in part: up to where they leave the path to the node that is worked on, and some
// conditions more. What comes then matters for what it covers, which the target looks at, and for the nodes that it brings,
// of which there are more than enough in long runs. A run that covers something there, or reaches the goal of its analysis, is
// made again and recorded whole (docs/decisions/013-runs-in-part.md).
type cutting struct {
	off              bool          // all runs are recorded whole
	paused           bool          // those of now are
	typical          int           // conditions that the longest of the last runs evaluated
	rule             execution.Cut // of the runs of now
	waiting          [][]byte      // inputs to be run whole
	partly           bool          // the runs of now may be cut
	whole, evaluated uint64        // conditions of long runs: recorded although these might be cut, and all
	inputs           [][]byte      // of runs that were cut, the first ones
	dropped          bool          // there were more
}

// Picked by hand.
const (
	cutAfter          = 2                           // chunks recorded behind the one in which a run leaves the path
	cutFrom           = 12 * layout.ChunkConditions // of fewer conditions cutting would save little
	wholeShare        = 16                          // of so many conditions of long runs one is recorded although it need not be, for the targets that lie far behind
	wholeShareLacking = 4                           // the same while coverage is missing that only a whole trace shows (sound)
	typicalLess       = 64                          // of the typical length, that part is taken off with each run
)

// follow makes the path to n the one that runs follow, none for tree.None.
func (e *Engine) follow(n tree.Node) {
	rule := &e.cutting.rule
	rule.Follow = e.tree.Follow(n, rule.Follow[:0])
}

// cut returns how the runs of the next batch are to be cut, nil when they are to be recorded whole.
func (e *Engine) cut() *execution.Cut {
	c := &e.cutting
	share := uint64(wholeShare)
	if e.sound.lacking > 0 {
		share = wholeShareLacking
	}
	c.partly = !c.off && !c.paused && c.typical >= cutFrom && c.whole*share > c.evaluated
	if !c.partly {
		return nil
	}
	c.rule.After, c.rule.Covered = cutAfter, e.tree.Coverage()
	return &c.rule
}

// observe notes how long a run is.
func (c *cutting) observe(run *execution.Run) {
	c.typical = max(c.typical-c.typical/typicalLess, run.Evaluated())
	if c.typical < cutFrom {
		return
	}
	c.evaluated += uint64(run.Evaluated())
	if !c.partly {
		c.whole += uint64(run.Conditions.Len())
	}
}

// again reports whether a run that was cut is to be made once more.
func (e *Engine) again(run *execution.Run) bool {
	if run.Whole() || !run.Novel && !run.Reached {
		return false
	}
	e.statistics.Repeated++
	e.cutting.waiting = append(e.cutting.waiting, slices.Clone(run.Bytes))
	return true
}

// runWhole makes the runs again that wait for it.
func (e *Engine) runWhole(ctx context.Context) error {
	c := &e.cutting
	for len(c.waiting) > 0 {
		e.batch.Inputs, e.batch.Goal, e.batch.Cut, c.partly = c.waiting, nil, nil, false
		runs, err := e.config.Target.Execute(ctx, &e.batch)
		if err != nil {
			return e.failed(ctx, err)
		}
		if runs, err = e.take(runs, func(int, *execution.Run) {}); err != nil {
			return err
		}
		c.waiting = c.waiting[min(len(runs), len(c.waiting)):]
	}
	c.waiting = nil
	return nil
}

// keep remembers the input of a run of which nobody knows how it goes on.
func (c *cutting) keep(input []byte) {
	c.dropped = c.dropped || len(c.inputs) >= kept
	c.inputs = keep(c.inputs, input)
}

// runCut makes runs again that were cut and records them whole, because nothing else is left to do.
func (e *Engine) runCut() error {
	c := &e.cutting
	inputs := c.inputs
	e.schedule.limitEver = e.schedule.limitEver || c.dropped
	c.inputs, c.dropped, c.paused = nil, false, true
	defer func() { c.paused = false }()
	e.credit(stepLimits, nil)
	return e.runAll(inputs)
}
