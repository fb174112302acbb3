package executor

import (
	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// sparing spares work on runs that probably show nothing, while nothing is covered for long (docs/decisions/068-lean-form.md).
type sparing struct {
	idle    bool               // nothing was covered for long
	stalled bool               // likewise, and no coverage is missing that only a whole trace shows
	made    uint64             // runs made while stalled
	lean    execution.LeanPart // what the lean form makes of the current runs
	batches uint64             // of which it might have made some
	endings map[ending]bool    // of its runs, apart from normal ones
	hopes   int                // runs of it that covered something and are to be repeated
	vain    int                // such runs whose repetitions covered nothing, since one did
}

// ending is how and where a run ended, as far as that is known without its conditions.
type ending struct {
	ending       layout.Ending
	detail, call uint32
	error        bool
}

// Picked by hand.
const (
	takenStalled     = 8       // of so many runs, and of so many batches for the lean form, one is treated as if something might be found
	maxSeries        = 4       // times Config.BatchSize: inputs of a batch of short runs
	seriesConditions = 1 << 13 // of such a batch together
	maxVain          = 64      // more such runs than that, and the lean form makes no more
	maxEndings       = 1 << 10 // ways to end of which a run of the lean form is repeated
)

// Series returns the number of inputs that a stage should make at once if it can make any number: Config.BatchSize, or more while nothing
// is covered for long and runs are short.
func (x *Executor) Series() int {
	if !x.cutter.stalled {
		return x.config.BatchSize
	}
	return max(x.config.BatchSize, min(maxSeries*x.config.BatchSize, seriesConditions/max(x.cutter.typical, 1)))
}

// spares counts a run and reports whether it may be spared (Made.Spare).
func (c *sparing) spares() bool {
	if !c.stalled {
		return false
	}
	c.made++
	return c.made%takenStalled != 0
}

// chooseForm decides what the lean form makes of the next runs, which this rule cuts. While nothing is covered for long, it makes the tails
// of cut runs, or the whole of runs whose conditions nobody needs; but nothing of one in takenStalled batches, because it tells no contexts
// apart. As with cut runs, enough executions must be left to repeat each.
func (x *Executor) chooseForm(r *Request, runs int, cut *execution.Cut) *execution.Cut {
	c := &x.cutter
	c.lean = execution.LeanNone
	if !c.idle || x.lean == nil || !r.Lean && cut == nil || x.config.left(r)/2 < uint64(runs) || !x.lean.Lean() {
		return cut
	}
	if c.batches++; c.batches%takenStalled == 0 {
		return cut
	}
	c.lean = execution.LeanTail
	if r.Lean {
		c.lean = execution.LeanAll
		c.rule = execution.Cut{Covered: x.config.Coverage}
		cut = &c.rule
	}
	return cut
}

// disappoints counts runs of the lean form that were repeated because they covered something, and reports whether time after time none did:
// then the program does not behave alike in both forms.
func (c *sparing) disappoints(covered bool) bool {
	if c.vain += c.hopes; covered {
		c.vain = 0
	}
	c.hopes = 0
	return c.vain > maxVain
}

// shows reports whether a run of the lean form is to be repeated: it covered something, is the first to end as it does, or reached the
// error that ends a run.
func (c *sparing) shows(run *execution.Run, stopAtError bool) bool {
	if run.Novel || run.ErrorReached && stopAtError {
		return true
	}
	if run.Ending == layout.EndingNormal && !run.ErrorReached {
		return false
	}
	key := ending{run.Ending, run.Detail, run.Call, run.ErrorReached}
	if c.endings[key] || len(c.endings) == maxEndings {
		return false
	}
	c.endings[key] = true
	return true
}
