package flow

// firstHeld is how many things are found at first before circles are looked for again. Later they are as many as all before, so that the
// cost of looking is a part of all cost. Picked by hand.
const firstHeld = 1 << 12

// merge makes a node stand for others, which hold the same at the end.
func merge(p *Pointers, into int, nodes ...int) {
	was := make([]pointerNode, len(nodes))
	for i, node := range nodes { // all of them first, so that none gets what another one holds
		was[i] = p.nodes[node]
		p.nodes[node] = pointerNode{function: was[i].function, number: was[i].number, merged: true, into: into}
	}
	for i := range was {
		addAll(p, into, &was[i])
	}
}

// addAll adds what a node holds, and the constraints that begin at it, to another one.
func addAll(p *Pointers, into int, was *pointerNode) {
	for _, what := range was.listed {
		p.Address(what, into)
	}
	for _, to := range was.copies {
		p.Copy(into, to)
	}
	for _, to := range was.loads {
		p.Load(into, to)
	}
	for _, from := range was.stores {
		p.Store(from, into)
	}
	for _, call := range was.calls {
		p.addCall(into, call)
	}
}

// mergeCircles finds the strongly connected components of the copies (Tarjan), and lets one node of each stand for it. The cost is linear
// in nodes and copies, besides that of merging.
func mergeCircles(p *Pointers) {
	s := circles{Pointers: p, order: make([]int, len(p.nodes)), lowest: make([]int, len(p.nodes))}
	for node := range p.nodes {
		if s.order[node] == 0 && !p.nodes[node].merged {
			s.visit(node)
		}
	}
	for _, circle := range s.found { // after the search: merging changes the copies
		merge(p, circle[0], circle[1:]...)
	}
}

// circles is a search for strongly connected components, without recursion.
type circles struct {
	*Pointers
	count  int
	order  []int // number in the order of the first visits, from 1; 0: not visited
	lowest []int // order of the earliest node on the stack that is reached; above all orders: the component is complete
	stack  []int // nodes whose component is not complete
	found  [][]int
}

// step is a node that is being visited, and how many of its copies have been followed.
type step struct{ node, followed int }

func (s *circles) visit(start int) {
	path := []step{{node: start}}
	s.enter(start)
	for len(path) > 0 {
		last := &path[len(path)-1]
		copies := s.nodes[last.node].copies
		if last.followed < len(copies) {
			to := s.of(copies[last.followed])
			last.followed++
			if s.order[to] == 0 {
				s.enter(to)
				path = append(path, step{node: to})
			} else {
				s.lowest[last.node] = min(s.lowest[last.node], s.lowest[to])
			}
			continue
		}
		node := last.node
		path = path[:len(path)-1]
		if len(path) > 0 {
			above := path[len(path)-1].node
			s.lowest[above] = min(s.lowest[above], s.lowest[node])
		}
		if s.lowest[node] == s.order[node] {
			s.complete(node)
		}
	}
}

func (s *circles) enter(node int) {
	s.count++
	s.order[node], s.lowest[node] = s.count, s.count
	s.stack = append(s.stack, node)
}

// complete takes a component off the stack, whose first node this is.
func (s *circles) complete(node int) {
	start := len(s.stack) - 1
	for s.stack[start] != node {
		start--
	}
	component := append([]int(nil), s.stack[start:]...)
	s.stack = s.stack[:start]
	for _, n := range component {
		s.lowest[n] = len(s.nodes) + 1
	}
	if len(component) > 1 {
		s.found = append(s.found, component)
	}
}
