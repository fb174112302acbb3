package tally

import (
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Picked by hand.
const (
	maxOwn      = 8 // different values of the input that may be put elsewhere in it
	maxEnd      = 8 // values at either end, where a third of the changes is made: lengths stand there, and the outermost have one neighbour
	maxPartners = 2
	patience    = 4  // studies in vain after which more changes have partners
	maxNumbers  = 24 // of the program, the first ones
	perGoal     = 2  // changes that are scaled for each goal
)

// Study is what changes of one input do. Make it with Board.Study.
type Study struct {
	board   *Board
	input   *parent
	goals   []aim
	numbers []uint64
	own     []uint64 // different values of the input, the first ones
	changes []change
}

// aim is a goal of a study.
type aim struct {
	*goal
	distance float64 // of the input's run
	scaled   []scaled
}

// change is a change of some values.
type change struct {
	place int // the first value that is changed
	step
	second step // what is done to partners
	// partners of each value: values that are changed with it; 0: second is not used
	partners int
	count    int  // of changed values, without partners
	spread   bool // they are spread evenly over the input; otherwise they follow each other
}

// step is what is done to a value.
type step struct {
	add    bool   // the number is added to the value; otherwise the value becomes it
	number uint64 // two's complement
}

// scaled is a change that brings the run nearer, and how many values it takes to get there, if each does as much.
type scaled struct {
	change
	needed float64
}

// distinct returns the first different values of an input.
func distinct(input trace.Input) (values []uint64) {
	last, begun := uint64(0), false
	for _, r := range input.Reads {
		v := number(input.Bytes, r)
		if begun && v == last {
			continue
		}
		if last, begun = v, true; !slices.Contains(values, v) {
			if values = append(values, v); len(values) == maxOwn {
				break
			}
		}
	}
	return values
}

// number returns the first bytes of a value as a number.
func number(input []byte, r layout.Read) uint64 {
	return trace.Number(input[r.Offset:][:r.Size])
}

// Probes returns inputs with some values changed: mostly one, also up to a quarter of them or all that are equal.
func (s *Study) Probes(count int) (inputs [][]byte) {
	for range count {
		c := s.draw(s.board.random)
		s.changes = append(s.changes, c)
		inputs = append(inputs, s.changed(c))
	}
	return inputs
}

// draw returns a change of a kind that has its turn, at random places.
func (s *Study) draw(random *draw.Source) change {
	reads := s.input.Reads
	c := change{place: random.IntN(len(reads)), count: 1, spread: random.IntN(2) == 0}
	steps := s.steps(reads[c.place])
	c.step = steps[s.board.turn%len(steps)]
	s.board.turn++
	switch random.IntN(6) {
	case 0, 1:
		c.place = random.IntN(2) * random.IntN(min(maxEnd, len(reads)))
		if random.IntN(2) == 0 {
			c.place = len(reads) - 1 - c.place
		}
	case 2:
		c.place = s.border(c.place)
		c.step = step{number: number(s.input.Bytes, reads[max(c.place-1, 0)])}
	}
	if effects := s.board.effects; len(effects) > 1 && random.IntN(6) < s.together() {
		some := func() step { return effects[random.IntN(1+random.IntN(len(effects)))].step } // the first ones are the most common
		c.step, c.second, c.partners = some(), some(), 1+random.IntN(maxPartners)
		return c
	}
	switch random.IntN(5) {
	case 0, 1:
		c.count = 1 << random.IntN(bitsOf(len(reads)/4)+1)
	case 2:
		c.count = len(s.alike(c.place))
	}
	return c
}

// together returns how many of six changes have partners: more where single changes were in vain.
func (s *Study) together() int {
	for _, g := range s.goals {
		if g.vain < patience {
			return 1
		}
	}
	return 3
}

// border returns the first place, from a given one on, of a value that differs from the one before it; 0 if there is none.
func (s *Study) border(from int) int {
	for i, r := range s.input.Reads[from:] {
		if from+i > 0 && number(s.input.Bytes, r) != number(s.input.Bytes, s.input.Reads[from+i-1]) {
			return from + i
		}
	}
	return 0
}

// steps returns what may be done to a value: it becomes a small number, one of the input, one of the program or the next to that, or 1
// or the distance of a goal is added.
func (s *Study) steps(r layout.Read) (steps []step) {
	for _, n := range slices.Concat([]uint64{0, 1, minusOne}, s.own, s.numbers) {
		steps = append(steps, step{number: n})
	}
	if analysis.IsFloat(r) {
		return steps
	}
	for _, n := range s.numbers {
		steps = append(steps, step{number: n + 1}, step{number: n - 1})
	}
	by := uint64(1)
	add := func() { steps = append(steps, step{true, by}, step{true, -by}) }
	add()
	if g := s.goals[s.board.random.IntN(len(s.goals))]; g.distance < math.MaxInt64 {
		by = uint64(max(1, math.Round(g.distance)))
		add()
	}
	return steps
}

const minusOne = ^uint64(0)

// bitsOf returns the logarithm of n, rounded down; 0 for 0.
func bitsOf(n int) (bits int) {
	for ; n > 1; n /= 2 {
		bits++
	}
	return bits
}

// changed returns the input with a change. It changes values that are equal to the one at the change's place, if there are enough of
// them: what the change does to one it does to all of these. The cost is proportional to the length.
func (s *Study) changed(c change) []byte {
	made := slices.Clone(s.input.Bytes)
	places, all := []int{c.place}, c.count*(1+c.partners)
	if all > 1 {
		places = s.places(c.place, all)
	}
	for i := range min(all, len(places)) {
		at, done := i, c.step
		if c.spread {
			at = i * len(places) / all
		}
		if i%(1+c.partners) > 0 {
			done = c.second
		}
		r := s.input.Reads[places[at]]
		if done.add {
			done.number += number(made, r)
		}
		trace.PutNumber(made[r.Offset:][:r.Size], done.number)
	}
	return made
}

// places returns the places that are changed if the first one is, at least count of them where the input has so many.
func (s *Study) places(first, count int) []int {
	places := s.alike(first)
	if len(places) < count {
		places = s.from(first, func(layout.Read) bool { return true })
	}
	return places
}

// alike returns the places of values that are equal to that at first.
func (s *Study) alike(first int) []int {
	old := number(s.input.Bytes, s.input.Reads[first])
	return s.from(first, func(r layout.Read) bool { return number(s.input.Bytes, r) == old })
}

// from returns the places of wanted values that are as long as that at first: this one, those behind it, and then those before it.
func (s *Study) from(first int, wanted func(layout.Read) bool) (places []int) {
	reads := s.input.Reads
	for i := range reads {
		at := (first + i) % len(reads)
		if r := reads[at]; r.Size == reads[first].Size && wanted(r) {
			places = append(places, at)
		}
	}
	return places
}

// Probed is told the run of input i of Probes.
func (s *Study) Probed(i int, run *execution.Run) {
	s.board.Observe(run)
	c := s.changes[i]
	if c.count == 1 && c.partners == 0 && len(run.Reads) == len(s.input.Reads) { // a run that ended early is another one altogether
		s.board.learn(c.step, s.input)
	}
	for j := range s.goals {
		g := &s.goals[j]
		if g.run != s.board.run || !(g.now < g.distance) || g.now == 0 {
			continue
		}
		needed := float64(c.count) * g.distance / (g.distance - g.now)
		if math.Round(needed) != float64(c.count) && !slices.ContainsFunc(g.scaled, func(k scaled) bool {
			return k.step == c.step && k.partners == c.partners && k.needed == needed
		}) {
			g.scaled = append(g.scaled, scaled{c, needed})
		}
	}
}

// Steps returns inputs, at most most, with changes that brought a run nearer, made at as many places as the distance of a goal asks for.
func (s *Study) Steps(most int) (inputs [][]byte) {
	random := s.board.random
	random.Shuffle(len(s.goals), func(i, j int) { s.goals[i], s.goals[j] = s.goals[j], s.goals[i] })
	for turn := range perGoal {
		for _, g := range s.goals {
			if turn >= len(g.scaled) || !s.board.wanted(g.location, g.outcome) {
				continue
			}
			chosen := g.scaled[turn+random.IntN(len(g.scaled)-turn)]
			for _, c := range chosen.scale(len(s.input.Reads), random) {
				if len(inputs) < most {
					inputs = append(inputs, s.changed(c))
				}
			}
		}
	}
	return inputs
}

// scale returns the change made as often as it takes, with values that follow each other and with spread ones; for a number that is added
// also with a greater number.
func (k scaled) scale(values int, random *draw.Source) (changes []change) {
	count := math.Round(k.needed)
	if count != k.needed && random.IntN(2) == 0 {
		count = math.Ceil(k.needed)
	}
	if count >= 1 && count <= float64(values) {
		c := k.change
		c.count, c.spread = int(count), false
		changes = append(changes, c)
		if count > 1 {
			c.spread = true
			changes = append(changes, c)
		}
	}
	if factor := math.Round(k.needed / float64(k.count)); k.add && k.partners == 0 && factor > 1 && factor < math.MaxInt32 {
		c := k.change
		c.number *= uint64(factor)
		changes = append(changes, c)
	}
	return changes
}

// End ends the study: goals to which it brought no run nearer were studied in vain.
func (s *Study) End() {
	for _, g := range s.goals {
		g.vain++
		if g.goal.distance < g.distance {
			g.vain = 0
		}
	}
}
