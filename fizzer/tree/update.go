package tree

import (
	"slices"

	"fizzer/fizzer/draw"
)

// SetSensitive stores the result of a sensitivity analysis along a path from the root. sensitive[k] holds the offsets of the bytes that
// are sensitive at path[k], in any order; they are added to the known ones, except bytes that are not read before the node. All nodes
// of the path count as analysed (report Sec. 5, "Notation").
func (t *Tree) SetSensitive(path []Node, sensitive [][]uint32) {
	for i, n := range path {
		b, k := t.of(n)
		b.done |= 1 << k
		if i < len(sensitive) && len(sensitive[i]) > 0 {
			slices.Sort(sensitive[i])
			within, _ := slices.BinarySearch(sensitive[i], uint32(t.InputBytes(n)))
			set := t.facts.sets.intern(union(t.Sensitive(n), slices.Compact(sensitive[i][:within])))
			t.facts.pageOf(b).sets[k] = set
		}
	}
	if len(path) > 0 {
		t.refresh(path[len(path)-1], 0)
	}
}

// Finish sets flags of a node when their analyses have ended (report Sec. 5, "Notation").
func (t *Tree) Finish(n Node, flags Flag) {
	b, k := t.of(n)
	if flags&SensitivityDone != 0 {
		b.done |= 1 << k
	}
	if flags &^= SensitivityDone; flags != 0 {
		t.facts.pageOf(b).flags[k] |= flags
	}
	t.refresh(n, t.Depth(n))
}

// Reopen lets all analyses work on n again (report 6.3).
func (t *Tree) Reopen(n Node) {
	b, k := t.of(n)
	b.done &^= 1 << k
	if b.page != none {
		t.facts.pages.at(b.page).flags[k] &= LoopsDetected | OutOfReach
	}
	t.refresh(n, t.Depth(n))
}

// maxChanged bounds the nodes held for TakeChanged.
const maxChanged = 1 << 10

// TakeChanged returns, and forgets, the nodes of uncovered execution IDs without sensitive bits whose distance has changed on the same
// path since they were analysed: the input does matter there, but changing a single value does not show it. The nodes are in order,
// with possible repetitions, at most 1024.
func (t *Tree) TakeChanged() []Node {
	changed := t.changed
	t.changed = nil
	return changed
}

// Sample returns the best input of a random node, or nil for an empty tree. The input is shared: copy it before you
// change it.
func (t *Tree) Sample(random *draw.Source) []byte {
	for t.nodes > 0 {
		i := int32(random.IntN(int(t.blocks.length)))
		if b := t.blocks.at(i); b.count > 0 {
			return t.Input(first(i) + Node(random.IntN(int(b.count)))).Bytes
		}
	}
	return nil
}
