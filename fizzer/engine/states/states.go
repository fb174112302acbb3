// Package states holds what is known of a program's states: where it asks for the next value, all that it does from then on depends on its
// variables. A Space holds the states that runs came to, and chooses those to go on from; an Alphabet holds the values to go on with.
package states

import (
	"encoding/binary"
	"slices"

	"fizzer/fizzer/draw"
)

// Bounds, picked by hand.
const (
	MaxSymbolBytes = 8       // size of the longest value
	maxStates      = 1 << 19 // some 50 MB
)

// state is a state of the program where it asks for a value.
type state struct {
	hash   uint64
	before uint32 // number of the state before
	value  uint64 // that led from there to this one
	size   uint8  // bytes of that value
	wanted uint8  // bytes that the program asks for
	tried  uint8  // symbols of that size with which the search went on
}

// Space is the states that are known, numbered in the order in which they were found.
type Space struct {
	Alphabet *Alphabet
	first    uint64 // hash of the first state
	hashes   map[uint64]struct{}
	all      []state
	given    map[uint32][]byte // inputs that lead to states to which no other state led, by number
	oldest   int               // states before it were gone on from with all symbols
	eager    []uint32          // states to go on from first; the last one is next
	turn     int
}

// Step is a way to go on: from a state with a symbol.
type Step struct {
	state  uint32
	symbol int
}

// NewSpace returns a space without states.
func NewSpace(alphabet *Alphabet) *Space {
	return &Space{Alphabet: alphabet, hashes: map[uint64]struct{}{}, given: map[uint32][]byte{}}
}

// Len returns the number of states.
func (s *Space) Len() int { return len(s.all) }

// Begins takes the hash of the state in which the program asks for its first value. It reports false, and forgets everything, if that is
// another one than before: then the program was built anew.
func (s *Space) Begins(hash uint64) bool {
	same := s.first == 0 || s.first == hash
	if !same {
		*s = *NewSpace(s.Alphabet)
	}
	s.first = hash
	return same
}

// Give takes the state that an input leads to, where the program asks for that many bytes.
func (s *Space) Give(hash uint64, wanted int, input []byte) {
	if number, ok := s.add(state{hash: hash}, wanted); ok {
		s.given[number] = slices.Clone(input)
		s.eager = append(s.eager, number)
	}
}

// Came takes the state that a step led to. With covered, the run covered something: the search goes on from there first.
func (s *Space) Came(step Step, hash uint64, wanted int, covered bool) {
	from := &s.all[step.state]
	size := int(from.wanted)
	y := &s.Alphabet.symbols[size][step.symbol]
	y.reached++
	value, first := y.value, from.hash != hash && !y.moves
	if first {
		y.moves = true
		s.Alphabet.addNeighbours(size, value)
		s.Again()
	}
	number, ok := s.add(state{hash: hash, before: step.state, value: value, size: from.wanted}, wanted)
	if !ok {
		return
	}
	s.Alphabet.symbols[size][step.symbol].found++
	if covered {
		s.eager = append(s.eager, number)
	}
}

// add adds a state in which the program asks for that many bytes, unless it is known, there is no room, or these are too many.
func (s *Space) add(x state, wanted int) (number uint32, added bool) {
	if _, known := s.hashes[x.hash]; known || len(s.all) == maxStates || wanted > MaxSymbolBytes {
		return 0, false
	}
	s.hashes[x.hash] = struct{}{}
	x.wanted = uint8(wanted)
	s.all = append(s.all, x)
	return uint32(len(s.all) - 1), true
}

// Again tells that there are new symbols.
func (s *Space) Again() { s.oldest = 0 }

// Left reports whether there is a state from which the search did not go on with all symbols.
func (s *Space) Left() bool {
	for s.oldest < len(s.all) && !s.open(s.oldest) {
		s.oldest++
	}
	return s.oldest < len(s.all)
}

func (s *Space) open(number int) bool {
	return int(s.all[number].tried) < len(s.Alphabet.symbols[s.all[number].wanted])
}

// Next returns the inputs that go on from the next state, each with its step; none if no state is left, or if no symbol is worth a try
// there. States whose runs covered something
// come first; of the others, the oldest and any one take turns: the oldest are nearest to the start, and where there are endlessly many,
// any one may be far away.
func (s *Space) Next(random *draw.Source) (inputs [][]byte, steps []Step) {
	number, ok := s.choose(random)
	if !ok {
		return nil, nil
	}
	x := &s.all[number]
	size := int(x.wanted)
	input := s.input(number)
	for ; int(x.tried) < len(s.Alphabet.symbols[size]); x.tried++ {
		y := &s.Alphabet.symbols[size][x.tried]
		if y.hopeless() {
			continue
		}
		y.tried++
		inputs = append(inputs, appendNumber(slices.Clone(input), y.value, size))
		steps = append(steps, Step{uint32(number), int(x.tried)})
	}
	return inputs, steps
}

func (s *Space) choose(random *draw.Source) (number int, ok bool) {
	for n := len(s.eager); n > 0; n = len(s.eager) {
		number = int(s.eager[n-1])
		s.eager = s.eager[:n-1]
		if s.open(number) {
			return number, true
		}
	}
	if !s.Left() {
		return 0, false
	}
	if s.turn++; s.turn%2 == 0 {
		for range 4 {
			if number = s.oldest + random.IntN(len(s.all)-s.oldest); s.open(number) {
				return number, true
			}
		}
	}
	return s.oldest, true
}

// input returns the input that leads to a state.
func (s *Space) input(number int) []byte {
	var way []int
	for {
		if given, ok := s.given[uint32(number)]; ok {
			input := slices.Clone(given)
			for _, at := range slices.Backward(way) {
				input = appendNumber(input, s.all[at].value, int(s.all[at].size))
			}
			return input
		}
		way = append(way, number)
		number = int(s.all[number].before)
	}
}

// appendNumber appends the low size bytes of a number.
func appendNumber(to []byte, n uint64, size int) []byte {
	return binary.LittleEndian.AppendUint64(to, n)[:len(to)+size]
}
