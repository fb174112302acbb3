package tree

import (
	"math/rand/v2"
	"slices"
)

// SetSensitive stores the result of a sensitivity analysis along a path from the root: sensitive[k] are the offsets of
// bytes that are sensitive at path[k], in any order, added to those known before; those that are not read before the node do not
// count. All nodes of the path count as
// analysed (report Sec. 5, "Notation").
func (t *Tree) SetSensitive(path []Node, sensitive [][]uint32) {
	for i, n := range path {
		b, k := t.of(n)
		b.done |= 1 << k
		if i < len(sensitive) && len(sensitive[i]) > 0 {
			slices.Sort(sensitive[i])
			within, _ := slices.BinarySearch(sensitive[i], uint32(t.InputBytes(n)))
			set := t.sets.intern(union(t.Sensitive(n), slices.Compact(sensitive[i][:within])))
			t.pageOf(b).sets[k] = set
		}
	}
	if len(path) > 0 {
		t.refresh(path[len(path)-1], 0)
	}
}

// pageOf returns the page of a block, a new one if it has none. There is room for as many pages as there are blocks.
func (t *Tree) pageOf(b *block) *page {
	if b.page == none {
		b.page = t.pages.take()
	}
	return t.pages.at(b.page)
}

// Finish sets flags of a node when the analyses behind them ended (report Sec. 5, "Notation").
func (t *Tree) Finish(n Node, flags Flag) {
	b, k := t.of(n)
	if flags&SensitivityDone != 0 {
		b.done |= 1 << k
	}
	if flags &^= SensitivityDone; flags != 0 {
		t.pageOf(b).flags[k] |= flags
	}
	t.refresh(n, t.Depth(n))
}

// Reopen lets all analyses work on n again (report 6.3).
func (t *Tree) Reopen(n Node) {
	b, k := t.of(n)
	b.done &^= 1 << k
	if b.page != none {
		t.pages.at(b.page).flags[k] &= LoopsDetected
	}
	t.refresh(n, t.Depth(n))
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
func (t *Tree) Full() bool {
	return t.blocks.nearlyFull() || t.bests.nearlyFull() || t.inputs.heads.nearlyFull() || t.inputs.cells.nearlyFull() ||
		t.sets.bytes > t.setRoom
}

// Crowded reports whether more than half of the bound is used.
func (t *Tree) Crowded() bool {
	return t.blocks.halfFull() || t.bests.halfFull() || t.inputs.heads.halfFull() || t.inputs.cells.halfFull() ||
		2*t.sets.bytes > t.setRoom
}

// Prune frees all nodes but those given and their ancestors; some beside these may stay as well. Of those given it keeps
// as many from the first on as fit into half of the bound: Alive tells which. Coverage is never forgotten. Edges to
// freed nodes keep their label; a later run that covers something new behind such an edge grows the nodes again.
// Cost: proportional to the tree.
func (t *Tree) Prune(keep []Node) {
	t.prunes++
	kept := t.chooseKept(keep)
	for i := range t.blocks.length {
		if b := t.blocks.at(i); b.count > 0 && !kept[i] {
			t.free(b, i)
		}
	}
	for i := range t.blocks.length {
		if b := t.blocks.at(i); b.count > 0 {
			t.tidy(b)
		}
	}
	if t.root != None && !t.Alive(t.root) {
		t.root = None
	}
	t.index.rebuild(&t.blocks, len(t.index.places))
	t.sets.retain(t.eachPage)
	t.reclose()
	t.inexact = true
	clear(t.paths)
	t.changed = nil
}

// chooseKept returns by block whether it stays.
func (t *Tree) chooseKept(keep []Node) []bool {
	kept := make([]bool, t.blocks.length)
	counted := make([]bool, t.inputs.heads.length)
	countedSets := make([]bool, len(t.sets.all))
	left := room{int(t.blocks.most / 2), int(t.bests.most / 2), int(t.inputs.cells.most / 2), t.setRoom / 2}
	var path []int32
	for _, n := range slices.Concat([]Node{t.root}, keep) {
		path = path[:0]
		for ; n != None && !kept[int32(n)>>blockBits]; n = t.blocks.at(path[len(path)-1]).parent {
			path = append(path, int32(n)>>blockBits)
		}
		for _, i := range path {
			t.charge(&left, t.blocks.at(i), counted)
			t.chargeSets(&left, t.blocks.at(i), countedSets)
		}
		if left.blocks < 0 || left.bests < 0 || left.cells < 0 || left.sets < 0 {
			break
		}
		for _, i := range path {
			kept[i] = true
		}
	}
	return kept
}

// room is what may still be kept.
type room struct{ blocks, bests, cells, sets int }

// charge takes what a block needs, with the inputs that were not counted yet.
func (t *Tree) charge(left *room, b *block, counted []bool) {
	input := func(i int32) {
		if i != none && !counted[i] {
			counted[i] = true
			left.cells -= t.inputs.size(i)
		}
	}
	left.blocks--
	input(b.input)
	for e := b.best; e != none; e = t.bests.at(e).next {
		left.bests--
		input(t.bests.at(e).input)
	}
}

// chargeSets takes what the sensitive sets of a block need that were not counted yet.
func (t *Tree) chargeSets(left *room, b *block, counted []bool) {
	if b.page == none {
		return
	}
	for _, set := range t.pages.at(b.page).sets {
		if !counted[set] {
			counted[set] = true
			left.sets -= 4*len(t.sets.all[set]) + setOverhead
		}
	}
}

// free gives back all that a block holds.
func (t *Tree) free(b *block, i int32) {
	for b.best != none {
		t.forget(b, &b.best)
	}
	t.inputs.release(b.input)
	if b.page != none {
		t.pages.release(b.page)
	}
	t.nodes -= int(b.count)
	b.count = 0
	t.blocks.release(i)
}

// tidy takes freed blocks from the links of one that stays, and bests whose execution ID is covered.
func (t *Tree) tidy(b *block) {
	if b.next != none && t.blocks.at(b.next).count == 0 {
		b.next = none
	}
	for link := &b.child; *link != none; {
		child := t.blocks.at(*link)
		if child.count == 0 {
			*link = child.sibling
		} else {
			link = &child.sibling
		}
	}
	for link := &b.best; *link != none; {
		if t.isCovered(b.id(uint(t.bests.at(*link).place))) {
			t.forget(b, link)
		} else {
			link = &t.bests.at(*link).next
		}
	}
}

func (t *Tree) eachPage(visit func(*page)) {
	for i := range t.blocks.length {
		if b := t.blocks.at(i); b.count > 0 && b.page != none {
			visit(t.pages.at(b.page))
		}
	}
}

// reclose brings the closed state of nodes with a cut edge, and of their ancestors, up to date.
func (t *Tree) reclose() {
	for i := range t.blocks.length {
		b := t.blocks.at(i)
		for k := range uint(b.count) {
			for direction := range 2 {
				if b.label(k, direction) == Visited && t.successor(i, b, k, direction) == None {
					t.refresh(first(i)+Node(k), int(b.depth)+int(k))
				}
			}
		}
	}
}

// Sample returns the best input of a random node, nil for an empty tree. It is shared: copy it before changing it.
func (t *Tree) Sample(random *rand.Rand) []byte {
	for t.nodes > 0 {
		i := int32(random.IntN(int(t.blocks.length)))
		if b := t.blocks.at(i); b.count > 0 {
			return t.Input(first(i) + Node(random.IntN(int(b.count)))).Bytes
		}
	}
	return nil
}

// Walk calls visit for each node, in no particular but always the same order.
func (t *Tree) Walk(visit func(Node)) {
	for i := range t.blocks.length {
		for k := range t.blocks.at(i).count {
			visit(first(i) + Node(k))
		}
	}
}
