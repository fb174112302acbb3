package strategy

import (
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/locations"
)

// errorWays holds, for each direction of each location, its distance from a call of reach_error: the minimum number of conditions on a
// way there, through control flow and calls (locations.Condition). It is empty when the goal is coverage.
type errorWays [][2]int

// noWay is the distance of a direction from which no way leads to reach_error. Such nodes come last but are not left out: the analysis
// does not see some ways, for example through a signal handler.
const noWay = 1 << 30

// newErrorWays reads the distances from a table; without a table it returns none.
func newErrorWays(table *locations.Table) errorWays {
	if table == nil {
		return nil
	}
	ways := make(errorWays, len(table.Conditions))
	for i, c := range table.Conditions {
		ways[i] = [2]int{distanceOf(c.ErrorFalse), distanceOf(c.ErrorTrue)}
	}
	return ways
}

func distanceOf(tabled int) int {
	if tabled == 0 {
		return noWay
	}
	return tabled - 1
}

// from returns the distance of the direction of n that no run took, or 0 when the goal is coverage.
func (w errorWays) from(t *tree.Tree, n tree.Node) int {
	if w == nil {
		return 0
	}
	direction, missing := t.Missing(n)
	location := t.ID(n).Location
	switch {
	case !missing:
		return noWay
	case direction:
		return w[location][1]
	}
	return w[location][0]
}

// class is 0 for nodes with a known way to reach_error and 1 for others; it is always 0 when the goal is coverage.
func (w errorWays) class(t *tree.Tree, n tree.Node) int { return w.from(t, n) / noWay }

// nearEvery: every 2nd node is selected for its distance to reach_error. It is picked by hand: the other half of the
// work finds conditions on the program's state, to which no distance leads.
const nearEvery = 2

// near is the source of targets ordered by the distance of their missing direction to a call of reach_error. It is
// empty when the goal is coverage.
type near struct {
	*scope
	queue
	mute  *mute
	since int // nodes selected since this source last returned one
}

func newNear(s *scope, mute *mute) *near {
	return &near{scope: s, queue: newQueue(s.tree, func(n tree.Node) int { return s.ways.from(s.tree, n) }), mute: mute}
}

// observe records a target with a known way to reach_error.
func (n *near) observe(target tree.Node) {
	if n.ways != nil && n.ways.from(n.scope.tree, target) < noWay {
		n.add(target)
	}
}

// next returns, at every second call, the nearest target or a mute node with a way to reach_error.
func (n *near) next() tree.Node {
	if n.ways == nil {
		return tree.None
	}
	if n.since++; n.since < nearEvery {
		return tree.None
	}
	target := n.first(n.wanted)
	if target != tree.None {
		n.drop()
	} else {
		target = n.mute.nextNear()
	}
	if target != tree.None {
		n.since = 0
	}
	return target
}

func (n *near) retain(int) []tree.Node { return nil }

// forget builds the queue anew.
func (n *near) forget(int) {
	if n.ways == nil {
		return
	}
	n.queue = newQueue(n.scope.tree, n.before)
	n.scope.tree.Walk(func(target tree.Node) {
		if n.wanted(target) {
			n.observe(target)
		}
	})
}
