package runner

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// batchesPerSample is the number of persistent batches from one sample to the next, after the first ones, which are sampled more often.
const batchesPerSample = 512

// maxLate is the number of sampled runs that may end by the clock although they do not in a fresh process.
const maxLate = 3

// persistence decides how the target makes its runs: in one process, or each in a process of its own.
type persistence struct {
	mode     layout.Mode
	fellBack func(why string)       // may be nil
	wanted   atomic.Pointer[string] // why to fork from the next batch on; nil: no reason
	batches  uint64                 // handed over in persistent mode
	sampled  uint64                 // runs that were repeated in a fresh process
	late     int                    // sampled runs that the clock ended in the persistent process only
}

// adopt falls back if FallBack was called.
func (p *persistence) adopt() {
	if why := p.wanted.Swap(nil); why != nil && p.Persistent() {
		p.fallBack(*why)
	}
}

// sampleNow counts the persistent batches and tells whether to sample this one: numbers 1, 2, 4, 8 and so on, then every
// batchesPerSample-th.
func (p *persistence) sampleNow() bool {
	if !p.Persistent() {
		return false
	}
	p.batches++
	n := p.batches
	return n&(n-1) == 0 || n%batchesPerSample == 0
}

// difference is Difference, but tolerates some runs that the clock ended: perhaps the machine was busy.
func (p *persistence) difference(run, fresh *execution.Run) string {
	difference := Difference(run, fresh)
	if difference != "" && timed(run.Ending) && p.late < maxLate {
		p.late++
		return ""
	}
	return difference
}

func (p *persistence) fallBack(difference string) {
	p.mode = layout.ModeForked
	if p.fellBack != nil {
		p.fellBack(difference)
	}
}

// Sampled returns how many persistent runs were repeated in a fresh process.
func (p *persistence) Sampled() uint64 { return p.sampled }

// FallBack makes the target fork from the next batch on, as sampling does when it finds a difference. Any goroutine may call it at
// any time.
func (p *persistence) FallBack(difference string) { p.wanted.Store(&difference) }

// Persistent tells whether the target runs many inputs in one process at the moment.
func (p *persistence) Persistent() bool { return p.mode == layout.ModePersistent }

// sample repeats the last run of the batch in a fresh process, unless it was lost. If the two differ, persistent runs of this program
// cannot be trusted: the whole batch is repeated, and from now on all runs are forked.
func (p *Process) sample(ctx context.Context, batch *execution.Batch) error {
	last := len(p.runs) - 1
	if last < 0 || p.runs[last].Ending == layout.EndingLost {
		return nil
	}
	detach(p.runs)
	persistent := slices.Clone(p.runs)
	one := *batch
	one.Inputs = batch.Inputs[last : last+1]
	p.sampled++
	if err := p.execute(ctx, &one, layout.ModeForked); err != nil {
		if p.ctx.Err() != nil {
			p.runs = append(p.runs[:0], persistent...)
			return nil
		}
		return err
	}
	if difference := p.difference(&persistent[last], &p.runs[0]); difference != "" {
		p.fallBack(difference)
		return p.execute(ctx, batch, p.mode)
	}
	p.runs = append(p.runs[:0], persistent...)
	return nil
}

// Difference describes how a run differs from one of the same input in a fresh process. It is empty if both took the same path, ended
// the same way and read the same values. The exit status of a normal end does not count.
func Difference(run, fresh *execution.Run) string {
	switch {
	case timed(fresh.Ending):
		return "" // the clock ended it; this tells nothing about the program
	case run.Ending != fresh.Ending:
		return fmt.Sprintf("a run ended as %v, in a fresh process as %v", run.Ending, fresh.Ending)
	case run.Detail != fresh.Detail && run.Ending != layout.EndingNormal: // an exit status may be what a register held
		return fmt.Sprintf("a run ended as %v with %d, in a fresh process with %d", run.Ending, run.Detail, fresh.Detail)
	case run.Path != fresh.Path:
		return fmt.Sprintf("a run took a path of %d conditions, in a fresh process another one of %d", run.Conditions.Len(),
			fresh.Conditions.Len())
	case !slices.Equal(run.Reads, fresh.Reads) || !slices.Equal(run.Bytes, fresh.Bytes):
		return "a run read other inputs than in a fresh process"
	case run.ErrorReached != fresh.ErrorReached || run.ErrorInputBytes != fresh.ErrorInputBytes:
		return "a run entered reach_error elsewhere than in a fresh process"
	}
	return ""
}

func timed(ending layout.Ending) bool {
	return ending == layout.EndingTimeout || ending == layout.EndingLost
}

// Timed tells whether the clock ended one of two runs of the same input. A difference between the two then tells nothing about the
// program.
func Timed(run, other layout.Ending) bool { return timed(run) || timed(other) }
