package strategy

import (
	"slices"

	"fizzer/fizzer/tree"
	"fizzer/libfizzer/locations"
)

// errorWays says how far each direction of each location is from a call of reach_error: the least number of conditions on
// a way there, over control flow and calls (locations.Condition). It is empty when the goal is coverage.
type errorWays [][2]int

// noWay is the distance of a direction from which no way leads to reach_error. Such nodes come last and are not left out:
// some ways are not seen, a handler of crashes for one.
const noWay = 1 << 30

// newErrorWays reads the distances of a table, none for nil.
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

// from returns the distance of the direction that no run took at n; 0 for all nodes when the goal is coverage.
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

// class is 0 for nodes from which a way to reach_error is known and 1 for others; 0 for all when the goal is coverage.
func (w errorWays) class(t *tree.Tree, n tree.Node) int { return w.from(t, n) / noWay }

// addNear takes note of a target from which a way to reach_error is known.
func (s *Strategy) addNear(n tree.Node) {
	if s.ways != nil && s.ways.from(s.tree, n) < noWay {
		s.near.add(n)
	}
}

// nearEvery is how many nodes are selected for each one that is chosen for its distance to reach_error. It is picked by
// hand: the other half of the work finds the conditions to which no distance leads, of states that the program is in.
const nearEvery = 2

// nextNear returns the target whose missing direction is nearest to a call of reach_error, at each second call.
func (s *Strategy) nextNear() tree.Node {
	if s.ways == nil {
		return tree.None
	}
	if s.sinceNear++; s.sinceNear < nearEvery {
		return tree.None
	}
	n := s.near.first(s.wanted)
	if n != tree.None {
		s.near.drop()
	} else {
		n = s.nextNearMute()
	}
	if n != tree.None {
		s.sinceNear = 0
	}
	return n
}

// nextNearMute returns the oldest node with a way to reach_error among those that cannot be flipped alone: for repair,
// which would have to wait for the targets without a way.
func (s *Strategy) nextNearMute() tree.Node {
	for i, n := range s.mute {
		if s.ways.from(s.tree, n) < noWay && !s.tree.Covered(n) && s.unmended(n) {
			s.mute = slices.Delete(s.mute, i, i+1)
			return n
		}
	}
	return tree.None
}

// refillNear makes the queue of near targets anew, after the tree was pruned.
func (s *Strategy) refillNear() {
	if s.ways == nil {
		return
	}
	s.near = newQueue(s.tree, s.ways.from)
	s.tree.Walk(func(n tree.Node) {
		if s.wanted(n) {
			s.addNear(n)
		}
	})
}
