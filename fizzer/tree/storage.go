package tree

import (
	"encoding/binary"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
)

// inputs holds the best inputs by reference count; the memory of a released one is used again.
type inputs struct {
	all  []countedInput
	free []int32
}

type countedInput struct {
	trace.Input
	references int32
}

// add stores a copy of what run read, with no reference yet.
func (s *inputs) add(run *execution.Run) int32 {
	if len(s.free) == 0 {
		s.all = append(s.all, countedInput{})
		s.free = append(s.free, int32(len(s.all)-1))
	}
	i := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	entry := &s.all[i]
	entry.Bytes = append(entry.Bytes[:0], run.Bytes...)
	entry.Reads = append(entry.Reads[:0], run.Reads...)
	return i
}

// release takes one reference away.
func (s *inputs) release(i int32) {
	s.all[i].references--
	if s.all[i].references == 0 {
		s.free = append(s.free, i)
	}
}

func (s *inputs) count() int { return len(s.all) - len(s.free) }

// sets holds each distinct set of sensitive bytes once: nodes of one loop share few of them.
type sets struct {
	all   [][]uint32
	index map[string]int32
}

func newSets() sets { return sets{[][]uint32{nil}, map[string]int32{"": 0}} }

// intern returns the number of the sorted set; it copies what it keeps.
func (s *sets) intern(set []uint32) int32 {
	key := make([]byte, 0, 4*len(set))
	for _, v := range set {
		key = binary.LittleEndian.AppendUint32(key, v)
	}
	if i, ok := s.index[string(key)]; ok {
		return i
	}
	i := int32(len(s.all))
	s.all = append(s.all, append([]uint32(nil), set...))
	s.index[string(key)] = i
	return i
}

// union returns the sorted union of two sorted sets.
func union(a, b []uint32) []uint32 {
	result := make([]uint32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			result, a = append(result, a[0]), a[1:]
		case a[0] > b[0]:
			result, b = append(result, b[0]), b[1:]
		default:
			result, a, b = append(result, a[0]), a[1:], b[1:]
		}
	}
	return append(append(result, a...), b...)
}
