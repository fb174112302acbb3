// Package pattern makes long inputs of simple structure from one long input, all systematically: all values equal, rising, falling, one
// that differs at a place that a constant of the program names, one half that repeats the other, values with a given sum. A program
// with loops over many values mostly asks for such a structure, and one input answers for all iterations at once (decision 049).
//
//	list := pattern.Of(input, first, integers, numbers) // those of the program's text
//	for input := list.Next(); input != nil; input = list.Next() { ... }
//
// The package is pure: nothing is drawn, and nothing is run.
package pattern

import (
	"slices"

	"fizzer/fizzer/trace"
)

// Bounds of what is combined, picked by hand: a list has some hundred inputs, the simplest ones first.
const (
	maxPlaces   = 24 // of the program's constants as places
	maxValues   = 12 // that are paired
	firstPlaces = 3  // places, and pairs, that come before others
	firstPairs  = 12
	namedPlaces = 8 // places that get numbers
	namedValues = 6 // numbers that they get
)

// value is a structure: what value i is, counted from the first one that is changed.
type value func(i int) uint64

// List is the inputs made from one input. Make it with Of or Longer.
type List struct {
	makers []func() []byte
	counts []int // of values, by input
	next   int
}

// Of returns the inputs that keep the first values of an input, and in which the others have a simple structure. The input must be
// longer than first values. Integers are those that may be places, numbers what may stand there. The list takes some KB; the cost of each
// input is proportional to its length.
func Of(input trace.Input, first int, integers, numbers []uint64) *List {
	m := maker{count: len(input.Reads) - first, integers: distinct(integers)}
	m.half = m.halfOf()
	m.size = int(input.Reads[first].Size)
	m.whole()
	places, pairs := m.places(), m.pairs()
	m.placed(places[:min(len(places), firstPlaces)])
	m.paired(pairs[:min(len(pairs), firstPairs)])
	m.placed(places[min(len(places), firstPlaces):])
	m.sums()
	m.paired(pairs[min(len(pairs), firstPairs):])
	m.named(places, distinct(numbers))
	l := new(List)
	for _, structure := range m.values {
		l.makers = append(l.makers, func() []byte { return structured(input, first, structure) })
		l.counts = append(l.counts, len(input.Reads))
	}
	return l
}

// structured returns an input with other values from the first one on.
func structured(input trace.Input, first int, structure value) []byte {
	made := slices.Clone(input.Bytes)
	for i, r := range input.Reads[first:] {
		trace.PutNumber(bytesOf(made, r), structure(i))
	}
	return made
}

// Next returns the next input, or nil at the end. Those of Of are as long as the given one.
func (l *List) Next() []byte {
	if l.next == len(l.makers) {
		return nil
	}
	l.next++
	return l.makers[l.next-1]()
}

// Values returns how many values the input has that Next returned last.
func (l *List) Values() int { return l.counts[l.next-1] }

// Len returns how many inputs are left.
func (l *List) Len() int { return len(l.makers) - l.next }

// maker collects the structures for one input.
type maker struct {
	count    int // values
	half     int // values of the first of two arrays, if that is what they are
	size     int // bytes of a value
	integers []uint64
	values   []value
}

// distinct returns the integers without repetitions, in their order.
func distinct(integers []uint64) (found []uint64) {
	known := map[uint64]bool{}
	for _, n := range integers {
		if !known[n] {
			known[n] = true
			found = append(found, n)
		}
	}
	return found
}

// maxBehind is how many values a program may read behind two arrays.
const maxBehind = 8

// halfOf returns a constant of which the double is the number of values or a little less, or half of their number.
func (m *maker) halfOf() int {
	for _, n := range m.integers {
		if n > maxBehind && n <= uint64(m.count/2) && int(2*n) >= m.count-maxBehind {
			return int(n)
		}
	}
	return m.count / 2
}

func (m *maker) add(values ...value) { m.values = append(m.values, values...) }

func all(v uint64) value { return func(int) uint64 { return v } }

func rising(i int) uint64 { return uint64(i) }

func (m *maker) falling(i int) uint64 { return uint64(m.count - i) }

func (m *maker) mirrored(i int) uint64 { return uint64(min(i, m.count-1-i)) }

// ends is the same from both ends, and of two values only: a program may treat one of the mirrored ones in another way.
func (m *maker) ends(i int) uint64 {
	if i == 0 || i == m.count-1 {
		return 1
	}
	return 0
}

func (m *maker) repeated(i int) uint64 { return uint64(i % max(m.half, 1)) }

func twice(i int) uint64 { return uint64(i / 2) }

// but is a structure with another value at one place.
func but(of value, place int, v uint64) value {
	return func(i int) uint64 {
		if i == place {
			return v
		}
		return of(i)
	}
}

// split has one value before a place and another one from there on.
func split(place int, before, after uint64) value {
	return func(i int) uint64 {
		if i < place {
			return before
		}
		return after
	}
}

func alternating(a, b uint64) value {
	return func(i int) uint64 {
		if i%2 == 0 {
			return a
		}
		return b
	}
}

const minusOne = ^uint64(0)

// whole adds the structures that have no place of their own.
func (m *maker) whole() {
	m.add(all(0), all(1), rising, m.falling, all(minusOne), m.repeated, twice, m.mirrored, m.ends, alternating(0, 1))
	for _, v := range m.constants() {
		m.add(all(v))
	}
}

// placed adds the structures in which something happens at one place.
func (m *maker) placed(places []int) {
	for _, k := range places {
		m.add(
			but(all(0), k, 1),
			split(k, 1, 0),
			split(k, 0, 1),
			split(k, 1, minusOne),
			but(m.repeated, m.half+k, uint64(m.count)),
			but(twice, 2*k+1, uint64(m.count)),
			but(rising, k, 0),
			but(rising, m.count-1, uint64(k)),
			but(all(0), m.half+k, 1),
		)
	}
}

// places returns the places at which something may happen: the middle, the ends, and what the program's constants name.
func (m *maker) places() []int {
	places := []int{m.count / 2, m.count - 1, 0}
	for _, n := range m.integers {
		for _, near := range []uint64{n, n + 1, n - 1} {
			if near < uint64(m.count) && len(places) < maxPlaces && !slices.Contains(places, int(near)) {
				places = append(places, int(near))
			}
		}
	}
	return places
}

// named adds numbers at places.
func (m *maker) named(places []int, numbers []uint64) {
	for _, v := range numbers[:min(len(numbers), namedValues)] {
		for _, k := range places[:min(len(places), namedPlaces)] {
			m.add(but(all(0), k, v), but(rising, k, v))
		}
	}
}

// sums adds values that have a constant of the program as their sum, or one more: all about the same, and in turns more and less.
func (m *maker) sums() {
	for _, n := range m.integers[:min(len(m.integers), maxValues)] {
		for _, sum := range []uint64{n, n + 1} {
			mean, rest := sum/uint64(m.count), int(sum%uint64(m.count))
			m.add(split(rest, mean+1, mean))
			if m.count%2 == 0 {
				turns := alternating(mean+1, mean-1)
				m.add(func(i int) uint64 { return turns(i) + split(rest, 1, 0)(i) })
			}
		}
	}
}

// constants returns values that the program's text names, and those next to them.
func (m *maker) constants() []uint64 {
	var found []uint64
	for _, n := range m.integers {
		for _, near := range []uint64{n, n + 1, n - 1} {
			if near > 1 && near != minusOne && len(found) < maxValues && !slices.Contains(found, near) {
				found = append(found, near)
			}
		}
	}
	return found
}

// pairs returns pairs of different values, those of the first values first.
func (m *maker) pairs() (pairs [][2]uint64) {
	greatest := uint64(1)<<(8*min(max(m.size, 1), 8)-1) - 1
	values := append([]uint64{0, minusOne, 1, greatest + 1, greatest}, m.constants()...)
	values = values[:min(len(values), maxValues)]
	for sum := 1; sum < 2*len(values); sum++ {
		for i := max(0, sum-len(values)+1); i <= sum && i < len(values); i++ {
			if a, b := values[i], values[sum-i]; a != b {
				pairs = append(pairs, [2]uint64{a, b})
			}
		}
	}
	return pairs
}

// paired adds what can be made of two values.
func (m *maker) paired(pairs [][2]uint64) {
	for _, p := range pairs {
		m.add(but(all(p[0]), m.count/2, p[1]), split(m.count/2, p[0], p[1]), alternating(p[0], p[1]))
	}
}
