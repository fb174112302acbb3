// Package tally finds out what a change of a value in a long input does to the distance of a direction, and makes that change at as many
// places as the distance asks for. A program with a loop over many values counts them, sums them or compares them with each other; what
// one iteration adds to such a count holds for all iterations (decision 071).
//
//	board := tally.NewBoard(decoder, wanted, random)
//	board.Observe(run)                    // of long inputs
//	study := board.Study(numbers)         // nil: there is nothing to study
//	for i, input := range study.Probes(12) { ...; study.Probed(i, run) }
//	for _, input := range study.Steps(8) { ...; board.Observe(run) }
//	study.End()
//
// The package runs nothing.
package tally

import (
	"math"
	"slices"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Picked by hand.
const (
	minValues  = 64      // of an input: single values of shorter ones are cheap to analyse
	maxBytes   = 1 << 20 // of an input
	maxEffects = 16
	maxGoals   = 32 // that have an input: 32 MB at most
	maxVain    = 16 // studies of a goal's input since a run came nearer
)

// Board holds, for each direction that is wanted, the long input whose run came nearest to it: that evaluated its location to the other
// outcome with the smallest value of the branching function. Make it with NewBoard.
type Board struct {
	decoder *trace.Decoder
	wanted  func(location uint32, outcome bool) bool
	random  *draw.Source
	goals   map[uint32]*goal // by location and direction bit of the outcome that runs had
	active  []*goal          // those with inputs
	nearer  []*goal          // to which the current run came nearer
	run     uint64           // number of the current run
	turn    int              // changes drawn so far
	sum     uint64           // that of the current run, see parent
	effects []effect         // different ones
}

// parent is an input that is studied.
type parent struct {
	trace.Input
	sum uint64 // of hashes of the directions that its run took: runs that take the same ones equally often have the same sum
}

// effect is a step that changes which directions runs take.
type effect struct {
	step
	change uint64 // of their sum
}

// goal is a direction that is wanted.
type goal struct {
	location uint32
	outcome  bool
	distance float64 // of the nearest run
	input    *parent // of that run; nil: it was studied in vain, or there was no room
	vain     int     // studies of the input
	run      uint64  // number of the last run that came to the location
	now      float64 // distance of that run
}

// NewBoard returns an empty board. Wanted reports whether a direction is still to be covered.
func NewBoard(decoder *trace.Decoder, wanted func(location uint32, outcome bool) bool, random *draw.Source) *Board {
	return &Board{decoder: decoder, wanted: wanted, random: random, goals: map[uint32]*goal{}}
}

// Long reports whether the board takes an input.
func Long(input trace.Input) bool {
	return len(input.Reads) >= minValues && len(input.Bytes) <= maxBytes
}

// Observe looks at a run that was recorded whole, and reports whether it came nearer than all others to a direction that is wanted. Then it
// keeps a copy of the input. Of a run that cannot be true nothing stays. The cost is proportional to the length of the trace.
func (b *Board) Observe(run *execution.Run) (nearer bool) {
	b.run++
	b.sum = 0
	b.nearer = b.nearer[:0]
	input := trace.Input{Bytes: run.Bytes, Reads: run.Reads}
	if !Long(input) {
		return false
	}
	for i := range run.Conditions.Len() {
		directed, _ := run.Conditions.ID(i)
		location, outcome := directed&^layout.DirectionBit, directed&layout.DirectionBit == 0
		if int(location) >= b.decoder.Locations() { // nobody has checked the trace of a known path
			run.Garbled = true
			return false
		}
		b.sum += hashOf(directed)
		if !b.wanted(location, outcome) {
			continue
		}
		b.came(directed, b.decoder.Magnitude(run, i))
	}
	if len(b.nearer) == 0 || run.Garbled {
		return false
	}
	if trace.CheckInput(run) != nil { // nor its values
		run.Garbled = true
		return false
	}
	b.keep(input)
	return true
}

// came notes how near the current run came to the direction that is not the given one.
func (b *Board) came(directed uint32, distance float64) {
	g := b.goals[directed]
	if g == nil {
		g = &goal{location: directed &^ layout.DirectionBit, outcome: directed&layout.DirectionBit == 0, distance: math.Inf(1)}
		b.goals[directed] = g
	}
	if g.run != b.run {
		g.run, g.now = b.run, math.Inf(1)
	}
	if distance >= g.now {
		return
	}
	if g.now >= g.distance && distance < g.distance {
		b.nearer = append(b.nearer, g)
	}
	g.now = distance
}

// keep gives the current run's input to the goals that it came nearer to.
func (b *Board) keep(input trace.Input) {
	var kept *parent
	for _, g := range b.nearer {
		g.distance, g.vain = g.now, 0
		if g.input == nil {
			if len(b.active) >= maxGoals {
				continue
			}
			b.active = append(b.active, g)
		}
		if kept == nil {
			kept = &parent{input.Clone(), b.sum}
		}
		g.input = kept
	}
}

// hashOf returns a hash of a location with its direction.
func hashOf(directed uint32) uint64 {
	h := (uint64(directed) + 1) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// learn notes what a step did to a run of the input.
func (b *Board) learn(done step, input *parent) {
	change := b.sum - input.sum
	if change == 0 || len(b.effects) >= maxEffects || slices.ContainsFunc(b.effects, func(e effect) bool { return e.change == change }) {
		return
	}
	b.effects = append(b.effects, effect{done, change})
}

// Waits reports whether there is an input to study.
func (b *Board) Waits() bool {
	b.active = slices.DeleteFunc(b.active, func(g *goal) bool {
		if g.vain < maxVain && b.wanted(g.location, g.outcome) {
			return false
		}
		g.input = nil
		return true
	})
	return len(b.active) > 0
}

// Study begins to study the input that was studied least since a run came nearer, and returns nil if there is none. Numbers are values
// that may be put into it.
func (b *Board) Study(numbers []uint64) *Study {
	if !b.Waits() {
		return nil
	}
	chosen := b.active[b.random.IntN(len(b.active))]
	for _, g := range b.active {
		if g.vain < chosen.vain {
			chosen = g
		}
	}
	s := &Study{board: b, input: chosen.input, numbers: numbers[:min(len(numbers), maxNumbers)]}
	for _, g := range b.active {
		if g.input == chosen.input {
			s.goals = append(s.goals, aim{goal: g, distance: g.distance})
		}
	}
	s.own = distinct(s.input.Input)
	return s
}
