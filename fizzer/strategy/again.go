package strategy

import (
	"maps"
	"slices"

	"fizzer/fizzer/analysis/montecarlo"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// continued is the source of the node that was worked on last, if several analyses are to work on it in turn.
type continued struct {
	*scope
	node tree.Node // None: there is no such node
}

func (c *continued) next() tree.Node {
	n := c.node
	c.node = tree.None
	return n
}

func (c *continued) retain(int) []tree.Node {
	if c.node == tree.None {
		return nil
	}
	return []tree.Node{c.node}
}

func (c *continued) forget(int) {
	if c.node != tree.None && !c.tree.Alive(c.node) {
		c.node = tree.None
	}
}

// laterEvery: a minimization goes on every 4th call, so that other sources are not starved. It is picked by hand: one
// share of a minimization takes about as many executions as the sensitivity analysis of a few nodes.
const laterEvery = 4

// later is the source of nodes whose minimization was begun and is to go on. The one that has waited longest comes first.
type later struct {
	*scope
	nodes []tree.Node
}

func (l *later) next() tree.Node {
	for len(l.nodes) > 0 {
		n := l.nodes[0]
		l.nodes = l.nodes[1:]
		if l.wanted(n) {
			return n
		}
		delete(l.begun, n)
	}
	return tree.None
}

func (l *later) retain(limit int) []tree.Node {
	count := map[trace.ID]int{}
	l.nodes = slices.DeleteFunc(l.nodes, func(n tree.Node) bool {
		count[l.tree.ID(n)]++
		if l.wanted(n) && count[l.tree.ID(n)] <= limit {
			return false
		}
		delete(l.begun, n)
		return true
	})
	return l.nodes
}

func (l *later) forget(int) {
	l.nodes = alive(l.tree, l.nodes)
	maps.DeleteFunc(l.begun, func(n tree.Node, _ int) bool { return !l.tree.Alive(n) })
}

// failure is a minimization that did not reach its goal (report 6.3).
type failure struct {
	node      tree.Node
	iteration uint32
}

// recovered is the source of nodes at which a minimization failed but whose best input has changed since (report 6.3).
type recovered struct {
	*scope
	failed []failure
	from   []source // sources whose next returns what recovered made available again
}

// next makes recovered nodes available again and selects one of them.
func (r *recovered) next() tree.Node {
	failed := r.failed
	r.failed = nil
	for _, f := range failed {
		switch {
		case r.tree.Covered(f.node):
		case f.iteration >= r.tree.Improved(f.node):
			r.failed = append(r.failed, f)
		default:
			r.tree.Reopen(f.node)
			r.enqueue(f.node)
		}
	}
	for _, source := range r.from {
		if n := source.next(); n != tree.None {
			return n
		}
	}
	return tree.None
}

func (r *recovered) retain(limit int) []tree.Node {
	r.failed = slices.DeleteFunc(r.failed, func(f failure) bool { return r.tree.Covered(f.node) })
	r.failed = r.failed[max(len(r.failed)-limit, 0):]
	var nodes []tree.Node
	for _, f := range r.failed {
		nodes = append(nodes, f.node)
	}
	return nodes
}

func (r *recovered) forget(int) {
	r.failed = slices.DeleteFunc(r.failed, func(f failure) bool { return !r.tree.Alive(f.node) })
}

// reopenings is how many nodes of one execution ID are analysed again because their distance changed. Like muteTries,
// it is picked by hand.
const reopenings = 4

// changed is the source of nodes that seemed independent of the input but whose distance has changed since.
type changed struct {
	*scope
	reopened map[trace.ID]int
}

// next makes one such node available again.
func (c *changed) next() tree.Node {
	for _, n := range c.tree.TakeChanged() {
		if id := c.tree.ID(n); !c.tree.Covered(n) && montecarlo.IID(c.tree, n) && c.reopened[id] < reopenings {
			c.reopened[id]++
			c.tree.Reopen(n)
			return n
		}
	}
	return tree.None
}
