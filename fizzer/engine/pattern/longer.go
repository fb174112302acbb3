package pattern

import (
	"bytes"
	"slices"

	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Bounds of longer inputs, picked by hand.
const (
	minLonger   = 64      // least number of values that a constant names; shorter inputs are found one value at a time
	maxLonger   = 1 << 18 // greatest one
	maxLengths  = 6       // that are announced
	maxCycle    = 4       // values that are repeated together
	maxOwn      = 8       // different values of the input, the last ones, each as the only value
	maxNumbers  = 24      // of the given numbers, likewise
	turned      = 8       // first ones of these values that are in turns with another one
	spareValues = 8       // more than the length: a loop that counts to it reads no more
)

// Head is what a longer input keeps of an input.
type Head struct {
	Values    int // before those that are repeated; there must be some of these
	Announced int // number of the value, among the first ones, that is the number of those behind it; negative: none
}

// Longer returns inputs that are as long as a constant of the program says, one of lengths. They repeat values of a shorter input: the
// last one, or the last few in turns, but for a tail of equal values, which is what the program reads where the input has ended; then
// each of its values, small numbers and the given ones, and two of them in turns. If a value announces how many follow, it is the
// constant, and there are so many. Otherwise there are as many as the greatest length says, of each value: a loop that counts to it
// reads what it needs. No input has more than maxBytes. There are none without a length of 64 values or more. The list takes some KB;
// the cost of each input is proportional to its length.
func Longer(input trace.Input, head Head, lengths, numbers []uint64, maxBytes int) *List {
	m := lengthener{input: input, head: head, maxBytes: maxBytes}
	for _, n := range distinct(lengths) {
		if n >= minLonger && n <= maxLonger {
			m.lengths = append(m.lengths, int(n))
		}
	}
	if len(m.lengths) == 0 {
		return &List{}
	}
	if head.Announced < 0 {
		m.lengths = []int{slices.Max(m.lengths)}
	}
	m.lengths = m.lengths[:min(len(m.lengths), maxLengths)]
	m.fill(numbers[:min(len(numbers), maxNumbers)])
	return &List{makers: m.makers, counts: m.counts}
}

// lengthener collects the longer inputs.
type lengthener struct {
	input    trace.Input
	head     Head
	lengths  []int
	maxBytes int
	makers   []func() []byte
	counts   []int
}

// add adds an input of each length in which the values, given as their bytes, follow each other again and again.
func (m *lengthener) add(values [][]byte) {
	for _, count := range m.lengths {
		if m.head.Announced < 0 {
			count = count*len(values) + spareValues
		}
		m.makers = append(m.makers, func() []byte { return m.made(values, count) })
		m.counts = append(m.counts, m.head.Values+count)
	}
}

func (m *lengthener) made(values [][]byte, count int) []byte {
	first := m.input.Reads[m.head.Values]
	made := slices.Clone(m.input.Bytes[:first.Offset])
	if m.head.Announced >= 0 {
		announced := m.input.Reads[m.head.Announced]
		trace.PutNumber(made[announced.Offset:][:announced.Size], uint64(count+m.head.Values-m.head.Announced-1))
	}
	for i := 0; i < count; i++ {
		value := values[i%len(values)]
		if len(made)+len(value) > m.maxBytes {
			break
		}
		made = append(made, value...)
	}
	return made
}

// fill adds the inputs, with values of the input and numbers.
func (m *lengthener) fill(numbers []uint64) {
	var own [][]byte
	for _, r := range m.input.Reads[m.head.Values:] {
		own = append(own, bytesOf(m.input.Bytes, r))
	}
	for len(own) > 1 && bytes.Equal(own[len(own)-1], own[len(own)-2]) {
		own = own[:len(own)-1]
	}
	if len(own) > 1 {
		own = own[:len(own)-1]
	}
	for size := 1; size <= min(maxCycle, len(own)); size++ {
		m.add(own[len(own)-size:])
	}
	var single [][]byte
	include := func(value []byte) {
		if !slices.ContainsFunc(single, func(v []byte) bool { return bytes.Equal(v, value) }) {
			single = append(single, value)
		}
	}
	for i := len(own) - 1; i >= 0 && len(single) < maxOwn; i-- {
		include(own[i])
	}
	for _, n := range append([]uint64{1, 0, 2, 3, minusOne}, numbers...) {
		value := make([]byte, m.input.Reads[m.head.Values].Size)
		trace.PutNumber(value, n)
		include(value)
	}
	for _, value := range single {
		m.add([][]byte{value})
	}
	for i, a := range single[:min(len(single), turned)] {
		for _, b := range single[:i] {
			m.add([][]byte{b, a})
		}
	}
}

func bytesOf(input []byte, r layout.Read) []byte { return input[r.Offset:][:r.Size] }
