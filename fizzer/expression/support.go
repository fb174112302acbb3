package expression

import "slices"

// Support finds the bytes of the input on which expressions depend.
type Support struct {
	graph *Graph
	seen  []uint32 // by node: number of the last question that came to it
	now   uint32
	work  int // nodes that may be visited
	done  int // nodes visited
	todo  []Ref
}

// NewSupport returns a Support that visits at most work nodes in all.
func (g *Graph) NewSupport(work int) *Support { return &Support{graph: g, work: work} }

// Bytes returns the offsets of the bytes below these expressions (0: none), in increasing order. A part that is cut out of a variable
// depends on its own bytes only. ok is false when too many nodes were visited, now or before.
func (s *Support) Bytes(roots ...Ref) (offsets []uint32, ok bool) {
	s.seen = append(s.seen, make([]uint32, s.graph.Len()-len(s.seen))...)
	s.now++
	s.todo = s.todo[:0]
	s.add(roots...)
	var below []Ref
	for len(s.todo) > 0 && s.done < s.work {
		s.done++
		r := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		n := s.graph.Node(r)
		of, lowest := s.graph.slice(r)
		switch {
		case Kind(n.Kind) == Read:
			offsets = s.graph.Variables[n.A].bytes(offsets, 0, int(n.Width))
		case of != r && s.graph.Kind(of) == Read:
			offsets = s.graph.Variables[s.graph.Node(of).A].bytes(offsets, lowest, int(n.Width))
		default:
			below = s.graph.Below(r, below[:0])
			s.add(below...)
		}
	}
	slices.Sort(offsets)
	return slices.Compact(offsets), len(s.todo) == 0
}

// Visited returns the number of nodes visited so far.
func (s *Support) Visited() int { return s.done }

func (s *Support) add(refs ...Ref) {
	for _, r := range refs {
		if r != 0 && s.seen[r] != s.now {
			s.seen[r] = s.now
			s.todo = append(s.todo, r)
		}
	}
}

// bytes appends the offsets of the bytes that hold these bits of the variable.
func (v Variable) bytes(offsets []uint32, lowest, bits int) []uint32 {
	for k := lowest / 8; k < min((lowest+bits+7)/8, int(v.Bytes)); k++ {
		offsets = append(offsets, v.Offset+uint32(k))
	}
	return offsets
}
