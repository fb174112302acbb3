// Package bits solves an equality of integers whose difference, the exclusive or of the operands, is a linear function of the sensitive
// bits: rotations, masks, swapped halves, other byte orders, Gray codes, cyclic redundancy checks, the bits of a float. It measures
// what each sensitive bit changes, one run per bit, and solves the linear equations modulo two. Products are not linear, but their
// lower bits depend on lower bits only; there it measures and solves again as long as more of the lowest bits agree. The report does
// not have this analysis.
package bits

import (
	"math/bits"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/locations"
)

// Picked by hand.
const (
	maxBits   = 512 // maximum of sensitive bits of a node
	maxWidth  = 64  // maximum width of the operands; wider ones keep their high halves elsewhere
	maxRounds = 40
	maxRuns   = 2048
)

// Applies reports whether the node of ctx has sensitive bits and its missing direction is an equality of at most 64
// bits.
func Applies(ctx *analysis.Context) bool {
	location := ctx.Tree.ID(ctx.Node).Location
	decoder := ctx.Tree.Decoder()
	wanted, equality := decoder.Equality(location)
	n := ctx.Tree.SensitiveBits(ctx.Node)
	relation, _ := decoder.Relation(location)
	return equality && wanted == ctx.Direction && relation != locations.NoRelation && decoder.Bits(location) <= maxWidth && n > 0 &&
		n <= maxBits
}

// Run makes at most maxRuns runs: one for the input, one for each sensitive bit and one for each solution.
func Run(ctx *analysis.Context) error {
	if !Applies(ctx) {
		return nil
	}
	s := search{Context: ctx, input: append([]byte(nil), ctx.Base.Bytes...)}
	for _, at := range ctx.Tree.Sensitive(ctx.Node) {
		for bit := range 8 {
			s.bits = append(s.bits, 8*at+uint32(bit))
		}
	}
	best := -1
	for round, runs := 0, 0; round < maxRounds && runs+len(s.bits) < maxRuns; round++ {
		ok, err := s.measure()
		runs += len(s.bits) + 1
		if err != nil || !ok {
			return err
		}
		if agreed := bits.TrailingZeros64(s.difference); agreed <= best {
			return nil
		} else {
			best = agreed
		}
		if !s.solve() {
			return nil
		}
	}
	return nil
}

// search is the state of one analysis.
type search struct {
	*analysis.Context
	bits       []uint32 // numbers of the sensitive bits
	input      []byte
	difference uint64   // exclusive or of the operands for input
	effects    []uint64 // by bit: what flipping it changes in the difference; 0 if the flip leaves the path
}

// measure runs the input, then the input with each single bit flipped. It returns false when the input is not on the
// path.
func (s *search) measure() (bool, error) {
	copy(s.Add(), s.input)
	for _, b := range s.bits {
		in := s.Add()
		copy(in, s.input)
		flip(in, b)
	}
	s.effects = append(s.effects[:0], make([]uint64, len(s.bits))...)
	on := false
	depth, path, location := s.Tree.Depth(s.Node), s.Tree.Path(s.Node), s.Tree.ID(s.Node).Location
	err := s.Try(func(i int, run *execution.Run) {
		if !trace.Passes(run, depth, path, location) {
			return
		}
		_, left, right, _ := run.Conditions.Operands(depth)
		difference := left ^ right
		switch {
		case i == 0:
			on, s.difference = true, difference
		case on:
			s.effects[i-1] = difference ^ s.difference
		}
	})
	return on, err
}

func flip(input []byte, bit uint32) {
	if int(bit/8) < len(input) {
		input[bit/8] ^= 1 << (bit % 8)
	}
}

// solve flips bits of the input so that the operands become equal if the effects of the bits add up. It drops equations that contradict
// those of lower bits. It returns false if no bit has an effect.
func (s *search) solve() bool {
	type row struct {
		effect uint64
		from   []uint64 // set of bit indices
	}
	words := (len(s.bits) + 63) / 64
	var pivots [64]*row
	any := false
	for i, effect := range s.effects {
		r := &row{effect, make([]uint64, words)}
		r.from[i/64] |= 1 << (i % 64)
		for r.effect != 0 {
			k := bits.TrailingZeros64(r.effect)
			if pivots[k] == nil {
				pivots[k], any = r, true
				break
			}
			r.effect ^= pivots[k].effect
			add(r.from, pivots[k].from)
		}
	}
	chosen := make([]uint64, words)
	for k, left := 0, s.difference; k < 64; k++ {
		if left>>k&1 != 0 && pivots[k] != nil {
			left ^= pivots[k].effect
			add(chosen, pivots[k].from)
		}
	}
	for i, b := range s.bits {
		if chosen[i/64]>>(i%64)&1 != 0 {
			flip(s.input, b)
		}
	}
	return any
}

func add(set, other []uint64) {
	for i := range set {
		set[i] ^= other[i]
	}
}
