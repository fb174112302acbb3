package strategy

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Retain forgets all but the best nodes of each uncovered execution ID, at most that many in each set, by the orders of
// the report, and calls prune with those that it keeps. Ancestors that stay in the tree remain targets. Nodes that prune frees must not be used afterwards.
func (s *Strategy) Retain(most int, prune func(keep []tree.Node)) {
	keep := s.sensitive.retain(most, s.wantedSensitive)
	keep = append(keep, s.untouched.retain(most, s.wantedUntouched)...)
	s.pivots.Retain(most)
	keep = append(keep, s.pivots.Nodes()...)
	s.stuck.Retain(most)
	keep = append(keep, s.stuck.Nodes()...)
	s.twins = s.retainTwins(most)
	keep = append(keep, s.twins...)
	s.heads = slices.DeleteFunc(s.heads, func(n tree.Node) bool { return !s.tree.Open(n) })
	keep = append(keep, s.heads...)
	s.memory.Forget()
	s.fresh, s.mute, s.far, s.tail = nil, nil, nil, nil
	keep = append(keep, s.retainLater(most)...)
	if s.continued != tree.None {
		keep = append(keep, s.continued)
	}
	s.failed = slices.DeleteFunc(s.failed, func(f failure) bool { return s.tree.Covered(f.node) })
	s.failed = s.failed[max(len(s.failed)-most, 0):]
	for _, f := range s.failed {
		keep = append(keep, f.node)
	}
	prune(keep)
	s.forgetFreed(most)
	s.refillNear()
	s.tree.Walk(func(n tree.Node) {
		if s.wanted(n) && !s.accountedFor(n) {
			s.enqueue(n) // an ancestor of a node that was kept
		}
	})
}

// forgetFreed takes those nodes out of the sets that were given to prune and did not fit.
func (s *Strategy) forgetFreed(most int) {
	freed := func(n tree.Node) bool { return !s.tree.Alive(n) }
	s.sensitive.filter(s.tree.Alive)
	s.untouched.filter(s.tree.Alive)
	s.pivots.Retain(most)
	s.stuck.Retain(most)
	s.twins = slices.DeleteFunc(s.twins, freed)
	s.later = slices.DeleteFunc(s.later, freed)
	maps.DeleteFunc(s.begun, func(n tree.Node, _ int) bool { return freed(n) })
	s.heads = slices.DeleteFunc(s.heads, freed)
	s.failed = slices.DeleteFunc(s.failed, func(f failure) bool { return freed(f.node) })
	if s.continued != tree.None && freed(s.continued) {
		s.continued = tree.None
	}
	s.mending = tree.None
}

func (s *Strategy) retainTwins(most int) []tree.Node {
	count := map[trace.ID]int{}
	return slices.DeleteFunc(s.twins, func(n tree.Node) bool {
		if !s.wantedTwin(n) {
			return true
		}
		count[s.tree.ID(n)]++
		return count[s.tree.ID(n)] > most
	})
}

// retainLater keeps the minimizations that wait longest.
func (s *Strategy) retainLater(most int) []tree.Node {
	count := map[trace.ID]int{}
	s.later = slices.DeleteFunc(s.later, func(n tree.Node) bool {
		count[s.tree.ID(n)]++
		if s.wanted(n) && count[s.tree.ID(n)] <= most {
			return false
		}
		delete(s.begun, n)
		return true
	})
	return s.later
}

// Check returns an error when a primary target is in none of the sets (report 6.1). The nodes of
// the choice that is applied at the moment are in none. Cost: proportional to the tree.
func (s *Strategy) Check(busy Choice) error {
	var missing []error
	s.tree.Walk(func(n tree.Node) {
		if !s.wanted(n) || n == busy.Node || n == busy.selected || s.accountedFor(n) {
			return
		}
		missing = append(missing, fmt.Errorf("strategy: node %d is open and its execution ID %+v not covered, but it is no target", n, s.tree.ID(n)))
	})
	return errors.Join(missing...)
}

func (s *Strategy) accountedFor(n tree.Node) bool {
	switch {
	case s.begun[n] > 0:
		return true
	case s.tree.Has(n, tree.SensitivityDone):
		return s.sensitive.holds(n)
	case s.pivots.Has(s.tree.ID(n)):
		return true // a twin, or left out for being farther than all pivots
	}
	return s.untouched.holds(n)
}
