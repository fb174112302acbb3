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

// mergeCircles lets one node of each strongly connected component of the copies stand for it. The cost is linear in nodes and copies,
// besides that of merging.
func mergeCircles(p *Pointers) {
	of, number := components(len(p.nodes), func(node, i int) int {
		if copies := p.nodes[node].copies; !p.nodes[node].merged && i < len(copies) {
			return p.of(copies[i])
		}
		return -1
	})
	sizes := make([]int, number)
	for node := range of {
		sizes[of[node]]++
	}
	circles := make([][]int, number)
	for node, component := range of {
		if sizes[component] > 1 {
			circles[component] = append(circles[component], node)
		}
	}
	for _, circle := range circles { // after the search: merging changes the copies
		if len(circle) > 0 {
			merge(p, circle[0], circle[1:]...)
		}
	}
}
