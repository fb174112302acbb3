package tree

import (
	"hash/maphash"
	"slices"
	"unsafe"
)

// sets holds each distinct set of sensitive bytes once: the nodes of a loop share few sets. Set 0 is the empty set.
type sets struct {
	all   [][]uint32
	seed  maphash.Seed
	index map[uint64]int32 // by hash of the set
	bytes int
}

func newSets() sets {
	return sets{all: [][]uint32{nil}, seed: maphash.MakeSeed(), index: map[uint64]int32{}}
}

// setOverhead is roughly the size of a set without its elements, in bytes.
const setOverhead = 64

// intern returns the number of the sorted set. It copies what it keeps.
func (s *sets) intern(set []uint32) int32 {
	if len(set) == 0 {
		return 0
	}
	hash := maphash.Bytes(s.seed, unsafe.Slice((*byte)(unsafe.Pointer(&set[0])), 4*len(set)))
	if i, ok := s.index[hash]; ok && slices.Equal(s.all[i], set) {
		return i
	}
	i := int32(len(s.all))
	s.all = append(s.all, slices.Clone(set))
	s.index[hash] = i // of two sets with the same hash only the newer is found again
	s.bytes += 4*len(set) + setOverhead
	return i
}

// retain drops all sets except those of the pages, and renumbers them.
func (s *sets) retain(pages func(visit func(*page))) {
	old := s.all
	*s = newSets()
	pages(func(p *page) {
		for k, i := range p.sets {
			p.sets[k] = s.intern(old[i])
		}
	})
}

// union returns the sorted union of two sorted sets.
func union(a, b []uint32) []uint32 {
	if len(a) == 0 || slices.Equal(a, b) {
		return b
	}
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
