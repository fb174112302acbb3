// Package draw has the random numbers of the search: a source that a seed repeats, and that costs about a nanosecond a number. Children
// of inputs take some thirty numbers each, so the sources of math/rand, which are called through an interface, took a quarter of the
// engine's time on short runs (docs/decisions/072-random-numbers.md).
package draw

import (
	"encoding/binary"
	"math/bits"
)

// Source is a sequence of random numbers: wyrand, by Wang Yi, as the runtime of Go has it. It passes the usual tests of statistics and has
// a period of 2^64. It is not for secrets. It belongs to one goroutine. Make it with New.
type Source struct{ state uint64 }

const (
	increment = 0xa0761d6478bd642f
	flip      = 0xe7037ed1a0b428db
)

// New returns the source of a seed and a stream: each part of the search has a stream of its own, so that it may draw more or less without
// changing what others draw.
func New(seed, stream uint64) *Source {
	s := &Source{seed}
	s.state = s.Uint64() ^ stream
	s.state = s.Uint64()
	return s
}

// Uint64 returns any number.
func (s *Source) Uint64() uint64 {
	s.state += increment
	high, low := bits.Mul64(s.state, s.state^flip)
	return high ^ low
}

// Uint32 returns any number.
func (s *Source) Uint32() uint32 { return uint32(s.Uint64() >> 32) }

// IntN returns a number from 0 to n-1, for n from 1 on. The chances of any two numbers differ by less than n in 2^64.
func (s *Source) IntN(n int) int {
	if n <= 0 {
		panic("draw: no number to choose from: this is an error in the tool")
	}
	high, _ := bits.Mul64(s.Uint64(), uint64(n))
	return int(high)
}

// Float64 returns a number from 0 to below 1, a multiple of 2^-53.
func (s *Source) Float64() float64 { return float64(s.Uint64()>>11) / (1 << 53) }

// Shuffle puts n elements into random order.
func (s *Source) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, s.IntN(i+1))
	}
}

// Fill writes any bytes.
func (s *Source) Fill(bytes []byte) {
	for ; len(bytes) >= 8; bytes = bytes[8:] {
		binary.LittleEndian.PutUint64(bytes, s.Uint64())
	}
	if len(bytes) > 0 {
		n := s.Uint64()
		for k := range bytes {
			bytes[k] = byte(n >> (8 * k))
		}
	}
}
