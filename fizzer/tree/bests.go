package tree

import (
	"math"

	"fizzer/fizzer/distance"
)

// bests holds the bests of all nodes, and the inputs that bests and blocks refer to.
type bests struct {
	pool[best]
	high   map[int32]uint64 // high halves of the distances of bests, where nonzero
	inputs *inputs
}

// of returns the best of node k of a block, or none.
func (s *bests) of(b *block, k uint) int32 {
	if b.watched>>k&1 == 0 {
		return none
	}
	e := b.best
	for s.at(e).place != uint8(k) {
		e = s.at(e).next
	}
	return e
}

// watch gives node k of a block a best, if there is room, and returns it.
func (s *bests) watch(b *block, k uint) int32 {
	if !s.room(1) {
		return none
	}
	link := &b.best
	for *link != none && s.at(*link).place < uint8(k) {
		link = &s.at(*link).next
	}
	e := s.take()
	*s.at(e) = unmeasured(k)
	s.at(e).next, *link = *link, e
	b.watched |= 1 << k
	b.maxW = float32(math.Inf(1))
	return e
}

// unmeasured returns the best of node k of a block if no run was offered to it yet.
func unmeasured(k uint) best { return best{w: math.Inf(1), input: none, next: none, place: uint8(k)} }

// forget frees the best that link leads to.
func (s *bests) forget(b *block, link *int32) {
	e := *link
	p := s.at(e)
	b.watched &^= 1 << p.place
	*link = p.next
	s.inputs.release(p.input)
	delete(s.high, e)
	s.release(e)
}

func (s *bests) distance(e int32) distance.Distance {
	p := s.at(e)
	return distance.Unpack(p.distance, s.high[e], p.form)
}
