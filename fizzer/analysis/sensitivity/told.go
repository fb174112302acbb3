package sensitivity

import (
	"slices"

	"fizzer/fizzer/tree"
)

// maxTold bounds the nodes of which a memory knows the sensitive bytes without an analysis; when there are more, all are forgotten.
const maxTold = 1 << 16

// Tell records, for a path from the root, the offsets of the bytes on which each node's operands depend, as a recorded run shows it. An
// analysis of a node of the path makes no runs then.
func (m *Memory) Tell(path []tree.Node, sensitive [][]uint32) {
	if len(m.told)+len(path) > maxTold {
		m.told = map[tree.Node][]uint32{}
	}
	for i, n := range path[:min(len(path), maxTold)] {
		m.told[n] = sensitive[i]
	}
}

// Knows reports whether an analysis of n would make no runs. If it does, this holds for all nodes above n.
func (m *Memory) Knows(n tree.Node) bool {
	_, told := m.told[n]
	return told
}

// recall returns what was told about the nodes of a path; ok is false when nothing was told about one of them. Nodes that were analysed
// keep what was found then.
func (m *Memory) recall(t *tree.Tree, path []tree.Node) (sensitive [][]uint32, ok bool) {
	for _, n := range path {
		set, told := m.told[n]
		switch {
		case t.Has(n, tree.SensitivityDone):
			set = nil
		case !told:
			return nil, false
		}
		sensitive = append(sensitive, slices.Clone(set))
	}
	return sensitive, true
}
