package states

import (
	"encoding/binary"
	"slices"
)

// Alphabet is the values with which a search among states goes on.
type Alphabet struct {
	symbols   [MaxSymbolBytes + 1][]symbol // by their size in bytes
	constants []uint64                     // of the program's text, in ascending order
}

// symbol is a value that the program may read.
type symbol struct {
	value   uint64
	tried   int
	reached int  // runs that came to the next question
	found   int  // new states
	moves   bool // it led from some state to another one
}

// Picked by hand.
const (
	maxSymbols   = 64  // of one size
	maxConstants = 32  // of these: the smallest in the program's text
	triesToReach = 32  // a symbol that never came to another question is not tried more often,
	triesToFind  = 512 // nor one that never led to a new state
)

// NewAlphabet returns an alphabet that has the smallest of the integers in the program's text.
func NewAlphabet(constants []uint64) *Alphabet {
	constants = slices.Clone(constants)
	slices.Sort(constants)
	return &Alphabet{constants: slices.Compact(constants)}
}

// Add adds a value that some run read, little-endian. Values of more than MaxSymbolBytes are left out.
func (a *Alphabet) Add(bytes []byte) {
	size := len(bytes)
	if size == 0 || size > MaxSymbolBytes {
		return
	}
	var word [MaxSymbolBytes]byte
	copy(word[:], bytes)
	if a.symbols[size] == nil {
		for _, k := range a.constants {
			if len(a.symbols[size]) < maxConstants && k>>(8*size-1)>>1 == 0 {
				a.add(size, k)
			}
		}
	}
	a.add(size, binary.LittleEndian.Uint64(word[:]))
}

func (a *Alphabet) add(size int, value uint64) {
	of := a.symbols[size]
	if len(of) < maxSymbols && !slices.ContainsFunc(of, func(y symbol) bool { return y.value == value }) {
		a.symbols[size] = append(of, symbol{value: value})
	}
}

// addNeighbours adds the values next to one that led to another state: what a program takes for a command is often a range, and only some
// of it has been asked for so far.
func (a *Alphabet) addNeighbours(size int, value uint64) {
	mask := ^uint64(0) >> (64 - 8*size)
	a.add(size, (value-1)&mask)
	a.add(size, (value+1)&mask)
}

// hopeless reports whether a symbol is not worth another try.
func (y *symbol) hopeless() bool {
	return y.reached == 0 && y.tried >= triesToReach || y.found == 0 && y.tried >= triesToFind
}
