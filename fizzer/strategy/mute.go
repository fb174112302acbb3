package strategy

import (
	"slices"

	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// muteTries is the maximum of nodes of one execution ID to which repair is applied. It is picked by hand: enough for a condition behind
// constraints that every single change breaks, and few enough for counters.
const muteTries = 4

// muteEvery: mute nodes come every 16th call, so that other sources are not starved.
const muteEvery = 16

// mute is the source of nodes without known sensitive bits, perhaps because every change of one value leaves the
// path, and of nodes at which minimization failed.
type mute struct {
	*scope
	nodes    []tree.Node
	tries    map[trace.ID]int
	mending  tree.Node            // the last node returned: all analyses for such a node are applied one after the other
	mendable func(tree.Node) bool // whether an analysis is left for such a node
}

func newMute(s *scope, mendable func(tree.Node) bool) *mute {
	return &mute{scope: s, tries: map[trace.ID]int{}, mending: tree.None, mendable: mendable}
}

// add records a node at which every analysis that works on one condition alone failed.
func (m *mute) add(n tree.Node) {
	if id := m.tree.ID(n); m.tries[id] < muteTries && !m.tree.Has(n, tree.RepairDone) {
		m.tries[id]++
		m.nodes = append(m.nodes, n)
	}
}

func (m *mute) next() tree.Node {
	for len(m.nodes) > 0 {
		n := m.nodes[0]
		m.nodes = m.nodes[1:]
		if !m.tree.Covered(n) && m.mendable(n) {
			m.mending = n
			return n
		}
	}
	return tree.None
}

// nextNear returns the oldest node that repair applies to and that has a way to reach_error. Otherwise this node would have to wait for
// the targets without a way.
func (m *mute) nextNear() tree.Node {
	for i, n := range m.nodes {
		if m.ways.from(m.tree, n) < noWay && !m.tree.Covered(n) && m.unmended(n) {
			m.nodes = slices.Delete(m.nodes, i, i+1)
			return n
		}
	}
	return tree.None
}

func (m *mute) retain(int) []tree.Node {
	m.nodes = nil
	return nil
}

func (m *mute) forget(int) { m.mending = tree.None }
