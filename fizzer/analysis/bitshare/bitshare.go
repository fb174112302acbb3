// Package bitshare is the bitshare analysis (report 5.2): sensitive bits that made a Boolean instruction take a direction
// at one node are tried at another node of the same instruction, whatever its calling context. Guess does so even before
// the sensitive bits of that other node are known.
package bitshare

import (
	"slices"

	"fizzer/fizzer/analysis"
)

// guesses is how many values Guess tries at most: it has to stay far cheaper than a sensitivity analysis.
const guesses = 4

// Store holds, for each location and direction, the sensitive bits of inputs that took it. Make it with NewStore.
type Store struct {
	limit int
	known map[key][]shared
}

type key struct {
	location  uint32
	direction bool
}

// shared is one value of sensitive bytes and where they were: how far before the end of the input read so far.
type shared struct {
	value []byte
	back  []uint32
}

// NewStore returns an empty store that keeps the newest limit values for each location and direction, at least one.
func NewStore(limit int) *Store { return &Store{max(limit, 1), map[key][]shared{}} }

// Learn notes that an input took the direction at a node of location which is reached after that many bytes were read
// and whose sensitive bytes are at these sorted offsets. It copies what it keeps.
func (s *Store) Learn(location uint32, direction bool, input []byte, read int, sensitive []uint32) {
	var learned shared
	for _, offset := range sensitive {
		if int(offset) < len(input) {
			learned.value = append(learned.value, input[offset])
			learned.back = append(learned.back, uint32(read)-offset)
		}
	}
	k := key{location, direction}
	same := func(other shared) bool {
		return slices.Equal(other.value, learned.value) && slices.Equal(other.back, learned.back)
	}
	if len(learned.value) == 0 || slices.ContainsFunc(s.known[k], same) {
		return
	}
	if len(s.known[k]) >= s.limit {
		s.known[k] = slices.Delete(s.known[k], 0, 1)
	}
	s.known[k] = append(s.known[k], learned)
}

// Knows reports whether there are values for a location and direction.
func (s *Store) Knows(location uint32, direction bool) bool {
	return len(s.known[key{location, direction}]) > 0
}

// Run tries all stored values for the node of ctx, the newest first, in one batch: the i-th sensitive byte of the node
// gets the i-th stored one.
func (s *Store) Run(ctx *analysis.Context) error {
	sensitive := ctx.Tree.Sensitive(ctx.Node)
	return s.try(ctx, s.limit, func(in []byte, known shared) {
		for j := range min(len(known.value), len(sensitive)) {
			in[sensitive[j]] = known.value[j]
		}
	})
}

// Guess tries the newest stored values where they would be if the node of ctx had its sensitive bytes as far before the
// end of its input as the node that they come from: in loops over the input that is so. It is not in the report. A
// success saves the whole sensitivity analysis.
func (s *Store) Guess(ctx *analysis.Context) error {
	read := uint32(ctx.Tree.InputBytes(ctx.Node))
	return s.try(ctx, guesses, func(in []byte, known shared) {
		for j, back := range known.back {
			if back <= read {
				in[read-back] = known.value[j]
			}
		}
	})
}

// try evaluates at most that many of the values known for the node's missing direction.
func (s *Store) try(ctx *analysis.Context, most int, put func(in []byte, known shared)) error {
	values := s.known[key{ctx.Tree.ID(ctx.Node).Location, ctx.Direction}]
	for i := range min(len(values), most) {
		put(ctx.Add(), values[len(values)-1-i])
	}
	if ctx.Pending() == 0 {
		return nil
	}
	_, err := ctx.Evaluate()
	return err
}
