package engine

import (
	"context"
	"slices"

	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/solve"
	"fizzer/fizzer/trace"
)

// detours are the symbolic search's runs that begin like a path for as long as that allows a direction which the whole path excludes. They
// are recorded, and asked for the directions that lead to the excluded one (symbolic.Aim, decision 064).
type detours struct {
	s       *symbolicSearch
	cost    uint64           // nanoseconds of formats.Symbolic.Cost that they took
	waiting []*symbolic.Open // excluded directions, the newest last
}

// Picked by hand.
const (
	detourShare = 1.0 / 4 // part of the cost of recordings and questions after which no more detours are looked for
	maxExcluded = 8       // directions in detours.waiting: each keeps a recorded run alive
)

// excluded takes a direction that was proved to be excluded behind its path. Its turn comes after a round without success, or when nothing
// else is left: what is open behind known paths is cheaper.
func (d *detours) excluded(open *symbolic.Open) {
	if d.s.e.parts.off(PartDetours) || !open.Exact || open.Way >= symbolic.Turn {
		return
	}
	d.waiting = slices.DeleteFunc(d.waiting, func(o *symbolic.Open) bool {
		return o.Location == open.Location && o.Outcome == open.Outcome || d.s.e.tree.LocationCovered(o.Location, o.Outcome)
	})
	d.waiting = append(d.waiting, open)
	d.waiting = d.waiting[max(len(d.waiting)-maxExcluded, 0):]
}

// due reports whether a detour may be looked for.
func (d *detours) due() bool {
	s := d.s
	if len(d.waiting) == 0 || float64(d.cost) > detourShare*float64(s.statistics.Cost) {
		return false
	}
	return s.rounds.effort > 0 || s.queue.Empty(0) && s.entries == s.e.corpus.Added()
}

// next looks for a detour to the newest excluded direction, if still nothing covers it.
func (d *detours) next(ctx context.Context) error {
	s, last := d.s, len(d.waiting)-1
	open := d.waiting[last]
	if d.waiting = d.waiting[:last]; s.e.tree.LocationCovered(open.Location, open.Outcome) {
		return nil
	}
	before := s.statistics.Cost
	answer, facts := d.longest(open)
	d.cost += s.statistics.Cost - before
	if answer.Verdict != solve.Solved {
		return nil
	}
	s.statistics.Solved++
	s.statistics.Detours++
	d.cost += recordCost
	request := s.e.request([][]byte{open.Generation.Input(answer.Values)})
	request.Record, request.Limits = executor.Whole, s.e.limits.withRoom() // nobody knows how far it goes
	return s.e.executor.Do(ctx, request, func(_ int, run *execution.Run) {
		length := run.Conditions.Len()
		if len(run.Bytes) == 0 || trace.Limited(run.Ending) && length > int(s.e.limits.now.Conditions) { // an endless loop
			return
		}
		s.queue.AddCandidate(symbolic.Candidate{Input: append([]byte{}, run.Bytes...), Score: open.Score, Level: open.Generation.Level() + 1,
			Conditions: length, Lineage: open.Generation.Lineage().Then(open), Aim: open.Aim(facts)})
	})
}

// longest returns the answer to the longest beginning of a path that allows an open direction, and the number of its facts.
func (d *detours) longest(open *symbolic.Open) (best solve.Answer, facts int) {
	for low, high := 0, open.Facts(); low < high; {
		middle := int(uint(low+high) / 2)
		answer := d.s.solver.Solve(open.Before(middle))
		d.s.spend(answer.Cost)
		if answer.Verdict == solve.Solved {
			best, facts, low = answer, middle, middle+1
		} else {
			high = middle
		}
	}
	return best, facts
}
