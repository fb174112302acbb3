package engine

import (
	"context"
	"slices"

	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/solve"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// detours are the symbolic search's runs that begin like a path for as long as that allows a direction which the whole path excludes. They
// are recorded, led on to the excluded direction (symbolic.Pursuit, decision 065), and asked for the directions that lead to it
// (symbolic.Aim, decision 064).
type detours struct {
	s       *symbolicSearch
	cost    uint64            // nanoseconds of formats.Symbolic.Cost that they took
	waiting []*symbolic.Open  // excluded directions, the newest last
	looked  map[direction]int // detours that were looked for, by what they lead to
	now     *pursued          // the detour that is pursued; nil: none
}

// pursued is a detour whose runs are led on to the excluded direction.
type pursued struct {
	pursuit   *symbolic.Pursuit
	open      *symbolic.Open       // the excluded direction
	candidate symbolic.Candidate   // what is run and recorded next
	last      *symbolic.Generation // the last recorded run, of the candidate made; nil: none
	made      symbolic.Candidate
	runs      int
}

// direction is an outcome of a location.
type direction struct {
	location uint32
	outcome  bool
}

func of(o *symbolic.Open) direction { return direction{o.Location, o.Outcome} }

// Picked by hand.
const (
	detourShare = 1.0 / 4 // part of the cost of recordings and questions after which no more detours are looked for
	maxExcluded = 8       // directions in detours.waiting: each keeps a recorded run alive
	maxKeeping  = 24      // questions for facts that a detour keeps
	maxPursued  = 64      // runs that lead on from one detour
)

// excluded takes a direction that was proved to be excluded behind its path. Its turn comes after a round without success, or when nothing
// else is left: what is open behind known paths is cheaper.
func (d *detours) excluded(open *symbolic.Open) {
	if d.s.e.parts.off(PartDetours) || !open.Exact || open.Way >= symbolic.Turn {
		return
	}
	d.waiting = slices.DeleteFunc(d.waiting, func(o *symbolic.Open) bool {
		return o.Location == open.Location && o.Outcome == open.Outcome || d.covered(o)
	})
	if d.waiting = append(d.waiting, open); len(d.waiting) > maxExcluded {
		worst := 0
		for i, o := range d.waiting {
			if d.looked[of(o)] > d.looked[of(d.waiting[worst])] {
				worst = i
			}
		}
		d.waiting = slices.Delete(d.waiting, worst, worst+1)
	}
}

// covered reports whether some run took the direction.
func (d *detours) covered(o *symbolic.Open) bool {
	return d.s.e.tree.LocationCovered(o.Location, o.Outcome)
}

// due reports whether a detour may be looked for, or one is pursued: what that costs delays the next one.
func (d *detours) due() bool {
	s := d.s
	if d.now != nil {
		return true
	}
	if len(d.waiting) == 0 || float64(d.cost) > detourShare*float64(s.statistics.Cost) {
		return false
	}
	return s.rounds.effort > 0 || s.queue.Empty(0) && s.entries == s.e.corpus.Added()
}

// take takes the waiting direction for which the fewest detours were looked for, the newest of these: some are excluded on each path.
func (d *detours) take() *symbolic.Open {
	best := len(d.waiting) - 1
	for i := best; i >= 0; i-- {
		if d.looked[of(d.waiting[i])] < d.looked[of(d.waiting[best])] {
			best = i
		}
	}
	open := d.waiting[best]
	d.waiting = slices.Delete(d.waiting, best, best+1)
	return open
}

// next goes on with the detour that is pursued, or looks for one to an excluded direction, if still nothing covers it.
func (d *detours) next(ctx context.Context) error {
	defer func(before uint64) { d.cost += d.s.statistics.Cost - before }(d.s.statistics.Cost)
	if d.now == nil {
		d.look(ctx, d.take())
		return nil
	}
	now := d.now
	on, err := d.pursue(ctx, now)
	if on && err == nil {
		return nil
	}
	d.now = nil
	if err == nil && now.last != nil && !d.covered(now.open) {
		d.s.take(now.last, now.made)
	}
	return err
}

// look looks for a detour.
func (d *detours) look(ctx context.Context, open *symbolic.Open) {
	s := d.s
	if d.covered(open) {
		return
	}
	if d.looked == nil {
		d.looked = map[direction]int{}
	}
	d.looked[of(open)]++
	answer, facts := d.longest(ctx, open)
	if answer.Verdict != solve.Solved {
		return
	}
	s.statistics.Detours++
	aim := open.Aim(facts)
	answer = d.keep(ctx, open, answer, facts)
	d.now = &pursued{pursuit: open.Pursue(aim), open: open, candidate: symbolic.Candidate{Score: open.Score, Aim: aim,
		Input: open.Generation.Input(answer.Values), Step: answer.Step,
		Level: open.Generation.Level() + 1, Lineage: open.Generation.Lineage().Then(open)}}
}

// pursue runs and records an input, and asks for what leads on from its run. It returns false when something covers the direction, or
// nothing leads on.
func (d *detours) pursue(ctx context.Context, now *pursued) (on bool, err error) {
	s := d.s
	if d.covered(now.open) { // by another stage
		return false, nil
	}
	s.statistics.Solved++
	before := s.e.ledger.doing.Covered
	found, err := d.try(ctx, &now.candidate)
	s.solver.Won(now.candidate.Step, s.e.ledger.doing.Covered-before)
	if err != nil || !found {
		return false, err
	}
	made, err := s.repeat(ctx, &now.candidate)
	if err != nil || len(made.input) == 0 || len(s.conditions) == 0 || d.covered(now.open) {
		return false, err
	}
	generation, err := s.generate(ctx, made, &now.candidate)
	if err != nil || generation == nil {
		return false, err
	}
	now.last, now.made = generation, now.candidate
	if now.runs++; now.runs == maxPursued {
		return false, nil
	}
	answer := d.onward(ctx, now.pursuit, generation, made.ending)
	if answer.Verdict != solve.Solved {
		return false, nil
	}
	now.candidate.Input, now.candidate.Step = generation.Input(answer.Values), answer.Step
	now.candidate.Level++
	return true, nil
}

// onward returns the first answer to what leads on from a run; it is not solved if there is none.
func (d *detours) onward(ctx context.Context, p *symbolic.Pursuit, generation *symbolic.Generation, ending layout.Ending) solve.Answer {
	before := generation.Path().Len()
	all := p.Next(generation, ending)
	d.s.spend(nodeCost * uint64(generation.Path().Len()-before))
	for _, open := range all {
		if ctx.Err() != nil {
			break
		}
		p.Asked(open)
		d.s.statistics.Asked++
		answer := d.s.solver.Solve(open.Query())
		d.s.spend(answer.Cost)
		if answer.Verdict == solve.Solved {
			return answer
		}
	}
	return solve.Answer{}
}

// try runs the input of a candidate with room, because nobody knows how far it goes, and puts what it read into the candidate. It returns
// false if that is nothing, or endless.
func (d *detours) try(ctx context.Context, candidate *symbolic.Candidate) (found bool, err error) {
	e := d.s.e
	request := e.request([][]byte{candidate.Input})
	request.Record, request.Limits = executor.Whole, e.limits.withRoom()
	err = e.executor.Do(ctx, request, func(_ int, run *execution.Run) {
		length := run.Conditions.Len()
		if len(run.Bytes) > 0 && (!trace.Limited(run.Ending) || length <= int(e.limits.now.Conditions)) {
			found, candidate.Input, candidate.Conditions = true, append([]byte{}, run.Bytes...), length
		}
	})
	return found, err
}

// longest returns the answer to the longest beginning of a path that allows an open direction, and the number of its facts.
func (d *detours) longest(ctx context.Context, open *symbolic.Open) (best solve.Answer, facts int) {
	for low, high := 0, open.Facts(); low < high && ctx.Err() == nil; {
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

// keep returns the answer to the direction and as many facts of the path as possible: all before the fact at which the path has to be left,
// and those behind it that do not exclude the direction. What the program asks again behind the detour holds then, as far as it can. facts
// is the number of the former, and answer that of them alone. A part of the facts that cannot be kept is halved. A question that no step
// decides, which takes long, is the last one.
func (d *detours) keep(ctx context.Context, open *symbolic.Open, answer solve.Answer, facts int) solve.Answer {
	var kept, rest []int
	for i := range open.Facts() {
		switch {
		case i < facts:
			kept = append(kept, i)
		case i > facts:
			rest = append(rest, i)
		}
	}
	parts := [][]int{rest}
	for asked := 0; len(parts) > 0 && asked < maxKeeping && ctx.Err() == nil; {
		part := parts[len(parts)-1]
		if parts = parts[:len(parts)-1]; len(part) == 0 {
			continue
		}
		asked++
		all := slices.Concat(kept, part)
		better := d.s.solver.Solve(open.Keeping(all))
		d.s.spend(better.Cost)
		switch half := len(part) / 2; {
		case better.Verdict == solve.Solved:
			kept, answer = all, better
		case better.Verdict == solve.Unknown:
			return answer
		case half > 0:
			parts = append(parts, part[half:], part[:half]) // the earlier facts first
		}
	}
	return answer
}
