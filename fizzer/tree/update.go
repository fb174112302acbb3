package tree

import (
	"math/rand/v2"
	"slices"
)

// analyses with a flag, in the order of node.ended.
var flagsOfAnalyses = [3]Flag{SensitivityDone, BitshareDone, MinimizationDone}

// SetSensitive stores the result of a sensitivity analysis along a path from the root: sensitive[k] are the offsets of
// bytes that are sensitive at path[k], in any order, added to those known before. All nodes of the path count as
// analysed (report Sec. 5, "Notation").
func (t *Tree) SetSensitive(path []Node, sensitive [][]uint32, iteration uint32) {
	for k, n := range path {
		p := &t.nodes[n]
		p.flags |= SensitivityDone
		p.ended[0] = iteration
		if k < len(sensitive) && len(sensitive[k]) > 0 {
			slices.Sort(sensitive[k])
			p.sensitive = t.sets.intern(union(t.Sensitive(n), slices.Compact(sensitive[k])))
		}
	}
	if len(path) > 0 {
		t.refresh(path[len(path)-1], 0)
	}
}

// Finish sets flags of a node and notes when the analysis behind each ended (report Sec. 5, "Notation").
func (t *Tree) Finish(n Node, flags Flag, iteration uint32) {
	p := &t.nodes[n]
	p.flags |= flags
	for i, flag := range flagsOfAnalyses {
		if flags&flag != 0 {
			p.ended[i] = iteration
		}
	}
	t.refresh(n, int(p.depth))
}

// Reopen lets all analyses work on n again (report 6.3).
func (t *Tree) Reopen(n Node) {
	p := &t.nodes[n]
	p.flags &^= SensitivityDone | BitshareDone | MinimizationDone | GuessDone | DirectDone | RepairDone
	t.refresh(n, int(p.depth))
}

// mostChanged bounds the nodes held for TakeChanged.
const mostChanged = 1 << 10

// TakeChanged returns the nodes of uncovered execution IDs without sensitive bits whose distance changed on the same path
// since they were analysed, in order and perhaps several times, and forgets them: the input does matter there, only no
// change of a single value shows it. There are at most 1024.
func (t *Tree) TakeChanged() []Node {
	changed := t.changed
	t.changed = nil
	return changed
}

// Full reports whether the tree is near its bound, so that Prune is called for.
func (t *Tree) Full() bool { return len(t.nodes)-len(t.free) >= t.config.Nodes-t.config.Nodes/8 }

// Prune frees all nodes but the root, those given and their ancestors. Coverage is never forgotten. Edges to freed nodes
// keep their label; a later run that covers something new behind such an edge grows the nodes again.
func (t *Tree) Prune(keep []Node) {
	kept := make([]bool, len(t.nodes))
	if t.root != None {
		kept[t.root] = true
	}
	for _, n := range keep {
		for ; n != None && !kept[n]; n = t.nodes[n].parent {
			kept[n] = true
		}
	}
	var cut []Node
	for i := range t.nodes {
		n := Node(i)
		if t.nodes[i].flags&aliveFlag != 0 && !kept[i] {
			if parent := t.nodes[i].parent; kept[parent] {
				cut = append(cut, parent)
			}
			t.release(n)
		}
	}
	for _, n := range cut {
		t.cutFreed(n)
	}
	clear(t.paths)
	t.changed = nil
}

func (t *Tree) release(n Node) {
	t.inputs.release(t.nodes[n].input)
	t.nodes[n].flags = 0
	t.free = append(t.free, n)
}

// cutFreed takes freed successors from n.
func (t *Tree) cutFreed(n Node) {
	t.inexact = true
	p := &t.nodes[n]
	for b, s := range p.successor {
		if s != None && t.nodes[s].flags&aliveFlag == 0 {
			p.successor[b] = None
		}
	}
	t.refresh(n, int(p.depth))
}

// Crowded reports whether more than half of the bound is used.
func (t *Tree) Crowded() bool { return 2*(len(t.nodes)-len(t.free)) > t.config.Nodes }

// Sample returns the best input of a random node, nil for an empty tree. It is shared: copy it before changing it.
func (t *Tree) Sample(random *rand.Rand) []byte {
	for len(t.nodes) > len(t.free) {
		if n := Node(random.IntN(len(t.nodes))); t.Alive(n) {
			return t.Input(n).Bytes
		}
	}
	return nil
}

// Walk calls visit for each node, in no particular but always the same order.
func (t *Tree) Walk(visit func(Node)) {
	for i := range t.nodes {
		if n := Node(i); t.Alive(n) {
			visit(n)
		}
	}
}
