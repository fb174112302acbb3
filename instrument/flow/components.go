package flow

// components finds the strongly connected components of a graph (Tarjan), without recursion. The nodes are 0 to count-1; next returns the
// i-th successor of a node, or -1 if it has no more. Components are numbered from 0, those that are led to before those that lead to them.
// It returns the component of each node and the number of components. The cost is linear in nodes and edges.
func components(count int, next func(node, i int) int) (of []int, number int) {
	s := componentSearch{next: next, order: make([]int, count), lowest: make([]int, count), of: make([]int, count)}
	for node := range count {
		if s.order[node] == 0 {
			s.visit(node)
		}
	}
	return s.of, s.number
}

// componentSearch is a search for strongly connected components.
type componentSearch struct {
	next   func(node, i int) int
	count  int
	order  []int // number in the order of the first visits, from 1; 0: not visited
	lowest []int // order of the earliest node on the stack that is reached; above all orders: the component is complete
	stack  []int // nodes whose component is not complete
	of     []int
	number int
}

// step is a node that is being visited, and how many of its edges have been followed.
type step struct{ node, followed int }

func (s *componentSearch) visit(start int) {
	path := []step{{node: start}}
	s.enter(start)
	for len(path) > 0 {
		last := &path[len(path)-1]
		if to := s.next(last.node, last.followed); to >= 0 {
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

func (s *componentSearch) enter(node int) {
	s.count++
	s.order[node], s.lowest[node] = s.count, s.count
	s.stack = append(s.stack, node)
}

// complete takes a component off the stack, whose first node this is.
func (s *componentSearch) complete(first int) {
	for {
		node := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		s.of[node], s.lowest[node] = s.number, len(s.of)+1
		if node == first {
			s.number++
			return
		}
	}
}
