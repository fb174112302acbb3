package expression

import "slices"

// Slicer reports which facts of a path share inputs, directly or through others. It works along the path: facts are added in their
// order, and Group sees only those added so far. Adding all facts of a path visits each node once.
type Slicer struct {
	graph  *Graph
	parent []Ref         // union-find over nodes that depend on inputs; 0: not seen yet
	size   []uint32      // number of nodes of a group, at its root
	held   []Ref         // the facts added, oldest first, conjunctions split
	facts  map[Ref][]int // by root of a group: indices into held
	todo   []Ref
}

// NewSlicer returns a slicer without facts.
func (g *Graph) NewSlicer() *Slicer { return &Slicer{graph: g, facts: map[Ref][]int{}} }

// Add adds a one-bit expression that holds. It splits a conjunction.
func (s *Slicer) Add(holds Ref) {
	for _, piece := range s.graph.Conjuncts(holds) {
		if s.constant(piece) {
			continue
		}
		s.join(piece)
		root := s.find(piece)
		s.facts[root] = append(s.facts[root], len(s.held))
		s.held = append(s.held, piece)
	}
}

// Group returns the facts that share inputs with an expression, oldest first.
func (s *Slicer) Group(wanted Ref) []Ref {
	var numbers []int
	seen := map[Ref]bool{}
	for _, r := range s.graph.Cone([]Ref{wanted}) {
		if s.graph.Kind(r) != Read || int(r) >= len(s.parent) || s.parent[r] == 0 {
			continue
		}
		if root := s.find(r); !seen[root] {
			seen[root] = true
			numbers = append(numbers, s.facts[root]...)
		}
	}
	slices.Sort(numbers)
	group := make([]Ref, len(numbers))
	for i, n := range numbers {
		group[i] = s.held[n]
	}
	return group
}

// find returns the root of the group of a seen node.
func (s *Slicer) find(r Ref) Ref {
	for s.parent[r] != r {
		s.parent[r] = s.parent[s.parent[r]]
		r = s.parent[r]
	}
	return r
}

func (s *Slicer) constant(r Ref) bool { return s.graph.Kind(r) == Constant }

// join puts all nodes below an expression that were not seen before into its group.
func (s *Slicer) join(r Ref) {
	if missing := s.graph.Len() - len(s.parent); missing > 0 {
		s.parent = append(s.parent, make([]Ref, missing)...)
		s.size = append(s.size, make([]uint32, missing)...)
	}
	s.see(r)
	var below []Ref
	for len(s.todo) > 0 {
		at := s.todo[len(s.todo)-1]
		s.todo = s.todo[:len(s.todo)-1]
		below = s.graph.Below(at, below[:0])
		for _, b := range below {
			if !s.constant(b) {
				s.see(b)
				s.union(at, b)
			}
		}
	}
}

// see makes a new node a group of its own, which join will unite with the nodes below it.
func (s *Slicer) see(r Ref) {
	if s.parent[r] == 0 {
		s.parent[r], s.size[r] = r, 1
		s.todo = append(s.todo, r)
	}
}

func (s *Slicer) union(a, b Ref) {
	a, b = s.find(a), s.find(b)
	if a == b {
		return
	}
	if s.size[a] < s.size[b] {
		a, b = b, a
	}
	s.parent[b] = a
	s.size[a] += s.size[b]
	more, fewer := s.facts[a], s.facts[b]
	if len(more) < len(fewer) {
		more, fewer = fewer, more
	}
	if len(fewer) > 0 || len(s.facts[a]) != len(more) {
		s.facts[a] = append(more, fewer...)
		delete(s.facts, b)
	}
}

// Conjuncts splits a one-bit expression into those that all hold if r does, in the order of the conjunction.
func (g *Graph) Conjuncts(r Ref) []Ref {
	var pieces []Ref
	seen := map[Ref]bool{}
	todo := []Ref{r}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[at] {
			continue
		}
		seen[at] = true
		n := g.nodes[at]
		switch {
		case Kind(n.Kind) == And && n.Width == 1:
			todo = append(todo, n.B, n.A)
		case Kind(n.Kind) == Not && g.Kind(n.A) == Or:
			or := g.nodes[n.A]
			todo = append(todo, g.Not(or.B), g.Not(or.A))
		default:
			pieces = append(pieces, at)
		}
	}
	return pieces
}
