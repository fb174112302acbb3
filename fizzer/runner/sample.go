package runner

import (
	"context"
	"fmt"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// Persistent batches between two samples, once the first ones, with growing distance, have been looked at.
const batchesPerSample = 512

// sampleNow counts the batches and says whether this one is to be sampled: numbers 1, 2, 4, 8 and so on, then every
// batchesPerSample-th.
func (p *Process) sampleNow() bool {
	p.batches++
	n := p.batches
	return n&(n-1) == 0 || n%batchesPerSample == 0
}

// sample makes the last run of the batch again in a fresh process, unless it was lost. Where the two differ, persistent runs of
// this program cannot be trusted: the whole batch is made again, and from now on all runs are forked.
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

// difference is Difference, but lets some runs pass that the clock ended: perhaps the machine had something else to do.
func (p *Process) difference(run, fresh *execution.Run) string {
	difference := Difference(run, fresh)
	if difference != "" && timed(run.Ending) && p.late < mostLate {
		p.late++
		return ""
	}
	return difference
}

// mostLate is how many sampled runs may end by the clock that do not in a fresh process.
const mostLate = 3

func (p *Process) fallBack(difference string) {
	p.mode = layout.ModeForked
	if p.options.FellBack != nil {
		p.options.FellBack(difference)
	}
}

// Sampled returns how many persistent runs were made again in a fresh process.
func (p *Process) Sampled() uint64 { return p.sampled }

// FallBack makes the target fork for good from the next batch on, as sampling does when it finds a difference. It may be
// called at any time by any goroutine.
func (p *Process) FallBack(difference string) { p.wanted.Store(&difference) }

// Persistent says whether the target runs many inputs in one process at the moment.
func (p *Process) Persistent() bool { return p.mode == layout.ModePersistent }

// Difference says in what a run differs from one of the same input in a fresh process; it is empty when they are the same
// path with the same ending and the same values read. The exit status of a normal end does not count.
func Difference(run, fresh *execution.Run) string {
	switch {
	case timed(fresh.Ending):
		return "" // where the clock ended it says nothing about the program
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

// Timed reports whether the clock decided how one of two runs of the same input ended: how the other one ended says nothing
// about the program then.
func Timed(run, other layout.Ending) bool { return timed(run) || timed(other) }
