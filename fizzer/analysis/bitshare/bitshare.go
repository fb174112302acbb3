// Package bitshare is the bitshare analysis (report 5.2): it takes the sensitive bits with which a Boolean instruction took a direction
// at one node and tries them at another node of the same instruction, whatever its calling context.
package bitshare

import (
	"bytes"
	"slices"

	"fizzer/fizzer/analysis"
)

// Store holds, for each location and direction, the sensitive bits of inputs that took it. Make it with NewStore.
type Store struct {
	limit int
	known map[key][][]byte
}

type key struct {
	location  uint32
	direction bool
}

// NewStore returns an empty store that keeps the newest limit values (at least one) for each location and direction.
func NewStore(limit int) *Store { return &Store{max(limit, 1), map[key][][]byte{}} }

// Learn stores the bytes of an input at these sorted offsets: the sensitive bytes of a node of location, where the input took the
// direction. It copies what it keeps.
func (s *Store) Learn(location uint32, direction bool, input []byte, sensitive []uint32) {
	var value []byte
	for _, offset := range sensitive {
		if int(offset) < len(input) {
			value = append(value, input[offset])
		}
	}
	k := key{location, direction}
	if len(value) == 0 || slices.ContainsFunc(s.known[k], func(other []byte) bool { return bytes.Equal(other, value) }) {
		return
	}
	if len(s.known[k]) >= s.limit {
		s.known[k] = slices.Delete(s.known[k], 0, 1)
	}
	s.known[k] = append(s.known[k], value)
}

// Run tries all stored values for the node of ctx, the newest first, in one batch: the node's i-th sensitive byte
// gets the i-th stored byte.
func (s *Store) Run(ctx *analysis.Context) error {
	sensitive := ctx.Tree.Sensitive(ctx.Node)
	for _, value := range slices.Backward(s.known[key{ctx.Tree.ID(ctx.Node).Location, ctx.Direction}]) {
		in := ctx.Add()
		for j := range min(len(value), len(sensitive)) {
			in[sensitive[j]] = value[j]
		}
	}
	if ctx.Pending() == 0 {
		return nil
	}
	_, err := ctx.Evaluate()
	return err
}
