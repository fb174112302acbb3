package tree

import (
	"math"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Insertion says what a run added to the tree. Its slices are valid until the next Insert.
type Insertion struct {
	Known     bool       // the whole path, with the way it ended, was inserted before
	Created   []Node     // new nodes whose execution ID is not covered, by depth
	Leaf      Node       // node of the last condition that has one; None when the path is known or there is no condition
	Turned    Node       // the node whose missing direction this run was the first to take; None when there is none
	Direction bool       // that direction
	Covered   []Coverage // no earlier run covered this
	Truncated bool       // the tree is full, or the time over: nodes for newly covered conditions are missing
	Cut       bool       // the run was recorded in part: what comes after its last recorded condition is unknown
}

// Coverage is one execution ID evaluated to a direction for the first time.
type Coverage struct {
	ID        trace.ID
	Direction bool
	Location  bool // no earlier run evaluated this location to the direction, in any context
}

// Insert maps a run onto the tree (report 4.1, "Updating tree's shape" and "Updating content of nodes"). Iteration is the number of the
// execution, from 1. An error means that the run is not one of this program's.
//
// A known path can only add a better input, and only for nodes whose ID is not covered yet: only these are ever selected by their
// distance. Of a new path only the new part is copied, checked and decoded. For a known path without such nodes, the cost is one
// look-up. Otherwise it is a search logarithmic in the trace, plus the new conditions, plus the distances of the conditions that depend
// on bytes that differ from the previous run. Nothing is allocated unless the run adds or improves something.
func (t *Tree) Insert(run *execution.Run, iteration uint32) (*Insertion, error) {
	return t.insert(run, iteration, true)
}

// InsertNew is Insert without what a known path can add, a better input: its cost there is one look-up.
func (t *Tree) InsertNew(run *execution.Run, iteration uint32) (*Insertion, error) {
	return t.insert(run, iteration, false)
}

// insert maps a run onto the tree. Offers says whether a run on a known path is offered to the nodes on it.
func (t *Tree) insert(run *execution.Run, iteration uint32, offers bool) (*Insertion, error) {
	result := &t.insertion
	*result = Insertion{Created: result.Created[:0], Leaf: None, Turned: None}
	t.fresh = t.fresh[:0]
	place, known := t.paths.find(run)
	w := offer{Tree: t, run: run, iteration: iteration, input: none}
	if known {
		result.Known = true
		if !offers {
			return result, nil
		}
		place.deepest = w.watchedFrom(place.deepest)
		if n := w.within(place.deepest); n != None {
			w.along(n, run.Conditions.Len(), t.bests.at(t.bestOf(n)).w)
		}
		return result, nil
	}
	g := growth{offer: w, leaf: None}
	defer t.releaseCopies()
	g.locate()
	if err := g.copy(); err != nil {
		return nil, err
	}
	g.insert()
	result.Leaf, result.Covered = g.leaf, t.fresh
	result.Cut = !run.Whole()
	t.inexact = t.inexact || result.Cut
	*place = seenPath{pathKey(run), g.leaf}
	return result, nil
}

// maxCopies is the number of conditions for whose copies there is always room, 10 MB.
const maxCopies = 1 << 18

// releaseCopies gives back the memory of the copies of a long run. The longest may take 640 MB.
func (t *Tree) releaseCopies() {
	if cap(t.records) > maxCopies {
		t.records = nil
	}
}

// within returns the deepest watched node, n or above it, for which the run has a condition and whose execution ID is not covered.
func (w *offer) within(n Node) Node {
	for n != None && w.Depth(n) >= w.run.Conditions.Len() {
		n = w.watchedFrom(w.Parent(n))
	}
	return n
}

// Novel reports whether a run covers a direction of a location that no earlier run covered. An error means that the run is not one of
// this program's; of a run that covers nothing new, only the locations and the input are checked. The cost is proportional to the trace;
// the memory is constant.
func (t *Tree) Novel(run *execution.Run) (bool, error) {
	for i := range run.Conditions.Len() {
		directed, _ := run.Conditions.ID(i)
		location := directed &^ layout.DirectionBit
		if int(location) < len(t.covered) && t.LocationCovered(location, directed&layout.DirectionBit != 0) {
			continue
		}
		return t.checkedNovel(run)
	}
	return false, trace.CheckInput(run)
}

// checkedNovel is Novel for a run that seems to cover something: it looks at copies that it has checked, all of them.
func (t *Tree) checkedNovel(run *execution.Run) (bool, error) {
	novel := false
	checker := t.decoder.Checker(run, 0, nil)
	for err := error(nil); checker.Left(); {
		if t.records, err = checker.Piece(t.records[:0]); err != nil {
			return false, err
		}
		for i := 0; i < len(t.records) && !novel; i++ {
			c := &t.records[i]
			novel = !t.LocationCovered(execution.Location(c), execution.Direction(c))
		}
	}
	return novel, checker.End()
}

// growth is a trace while it is being inserted.
type growth struct {
	offer
	last    layout.Condition // copy of the last known condition, as locate read it
	known   int              // number of conditions at the start that have nodes
	leaf    Node             // node of the last of these conditions; later, of the last condition that has a node
	strange bool             // the condition after them is not the one to which its path leads
	first   int32            // the first block created, or none
	blocks  int              // number of blocks created
}

// locate finds the deepest known node of the trace: by bisection over the depths whose nodes are in the index, then
// block by block and node by node.
func (g *growth) locate() {
	conditions := g.run.Conditions
	// Nodes at depths below low*indexStride are known; the one at high*indexStride is not.
	low, high := 0, (conditions.Len()+indexStride-1)/indexStride
	at := none
	for low < high {
		middle := int(uint(low+high) / 2)
		b := g.index.find(&g.Tree.blocks, conditions.Path(middle*indexStride))
		if b == none || int(g.Tree.blocks.at(b).depth) != middle*indexStride {
			high = middle
			continue
		}
		low, at = middle+1, b
	}
	g.first = none
	if at == none {
		return
	}
	b := g.Tree.blocks.at(at)
	for next := b.next; next != none; next = b.next {
		n := g.Tree.blocks.at(next)
		if int(n.depth) >= conditions.Len() || n.path != conditions.Path(int(n.depth)) {
			break
		}
		at, b = next, n
	}
	g.known = int(b.depth)
	var lastLocation, lastContext uint32
	for n := first(at); n != None && g.known < conditions.Len(); g.known++ {
		location, context := conditions.ID(g.known)
		b, k := g.of(n)
		if g.strange = !g.stands(&g.ids[b.id(k)].id, location, context); g.strange {
			break
		}
		g.leaf, lastLocation, lastContext = n, location, context
		n = g.successor(int32(n)>>blockBits, b, k, side(location&layout.DirectionBit != 0))
	}
	if g.known > 0 {
		g.last = conditions.At(g.known - 1)
	}
	if g.leaf != None { // the program may have written others since
		g.last.Location, g.last.Context = lastLocation, lastContext
	}
}

// copy makes and checks the copies from which the tree grows: the last known condition, as it was when its node was
// found, and all conditions after it.
func (g *growth) copy() (err error) {
	g.records = append(g.records[:0], g.last)
	if g.known == 0 {
		g.records = g.records[:0]
	}
	if g.leaf != None && !g.blurred() && g.last.Path != g.Path(g.leaf) {
		return trace.Garbled("condition %d follows path %#x, its node %#x", g.known-1, g.last.Path, g.Path(g.leaf))
	}
	g.uneven = g.uneven || g.leaf != None && int(g.last.InputBytes) != g.InputBytes(g.leaf)
	g.records, err = g.decoder.Check(g.run, g.known, g.records)
	g.checked = err == nil
	return err
}

// count returns the number of conditions.
func (g *growth) count() int { return g.run.Conditions.Len() }

// condition returns the copy of condition i, which is the last known condition or a later one.
func (g *growth) condition(i int) *layout.Condition {
	return &g.records[i-max(g.known-1, 0)]
}

// stands reports whether a node's execution ID is that of a condition's location and context.
func (g *growth) stands(id *trace.ID, location, context uint32) bool {
	return id.Location == location&^layout.DirectionBit && (id.Context == context || id.Context == anyContext && g.blurred())
}

// insert adds the new part of the trace and offers the run to the nodes along it.
func (g *growth) insert() {
	above, created := g.leaf, g.known
	switch {
	case g.count() == 0:
		return
	case g.known == g.count():
		g.take(g.leaf, g.known-1, g.endLabel())
	default:
		g.extend()
	}
	g.mark()
	if g.leaf != None {
		g.along(g.leaf, created, math.Inf(1))
	}
	if above != None {
		g.refresh(above, g.Depth(above))
	}
}

func (g *growth) endLabel() Label {
	if !g.run.Whole() {
		return Visited
	}
	if trace.Exceptional(g.run.Ending) {
		return EndExceptional
	}
	return EndNormal
}

// take records that condition i, at node n, took its direction.
func (g *growth) take(n Node, i int, label Label) {
	b, k := g.of(n)
	direction := execution.Direction(g.condition(i))
	if b.label(k, side(direction)) == NotVisited {
		if b.label(k, side(!direction)) != NotVisited {
			g.insertion.Turned, g.insertion.Direction = n, direction
		}
		g.cover(b.id(k), direction)
	}
	b.raise(k, side(direction), label)
}

// extend adds the conditions that are not known yet.
func (g *growth) extend() {
	i := g.known
	pruned := false
	if g.leaf != None {
		b, k := g.of(g.leaf)
		pruned = g.pruned && b.label(k, side(execution.Direction(g.condition(i-1)))) == Visited
		g.take(g.leaf, i-1, Visited)
	}
	if g.strange {
		g.Tree.strange++
		g.coverFrom(i)
		return
	}
	if pruned && !g.novel(i) {
		g.inexact = true
		return
	}
	for i < g.count() {
		if !g.roomForBlock() || g.alarm.Rings() {
			g.inexact = true
			if g.insertion.Truncated = g.novel(i); g.insertion.Truncated {
				g.coverFrom(i)
			}
			break
		}
		i = g.block(i)
	}
	g.Tree.raiseHeights(g.first, uint32(g.count()))
}

// roomForBlock reports whether another block fits into the tree, whatever its nodes will be.
func (g *growth) roomForBlock() bool {
	return g.Tree.blocks.room(1) && g.bests.room((g.blocks+1)*blockNodes) && g.store()
}

// block creates the block that begins with condition i below the leaf. It returns the first condition after the
// block.
func (g *growth) block(i int) int {
	c := g.condition(i)
	at := g.Tree.blocks.take()
	b := g.Tree.blocks.at(at)
	*b = block{
		path: c.Path, links: links{parent: g.leaf, next: none, child: none, sibling: none}, depth: uint32(i), bytes: c.InputBytes,
		input: g.input, best: none, page: none,
	}
	g.inputs.refer(g.input)
	g.link(at, b)
	end := min(g.count(), i-i%blockNodes+blockNodes)
	k := 0
	for ; i < end; i++ {
		if c = g.condition(i); c.InputBytes-b.bytes > maxRead {
			break
		}
		b.ids[k] = uint32(g.note(c))<<1 | uint32(side(execution.Direction(c)))
		b.read[k] = uint8(c.InputBytes - b.bytes)
		k++
	}
	b.count = uint8(k)
	b.end = Visited
	if i == g.count() {
		b.end = g.endLabel()
	}
	b.height = uint32(g.count())
	g.nodes += k
	g.leaf = first(at) + Node(k-1)
	g.maxBytes = max(g.maxBytes, g.condition(i-1).InputBytes)
	if b.depth%indexStride == 0 {
		g.index.add(&g.Tree.blocks, at)
	}
	g.blocks++
	return i
}

// link makes a new block the successor of the leaf.
func (g *growth) link(at int32, b *block) {
	if g.first == none {
		g.first = at
	}
	if g.leaf == None {
		g.root = first(at)
		return
	}
	parent, k := g.of(g.leaf)
	if side(execution.Direction(g.condition(int(b.depth)-1))) == parent.chain(k) {
		parent.next = at
	} else {
		b.sibling, parent.child = parent.child, at
	}
}

// mark creates a best for the new nodes whose execution ID is not covered.
func (g *growth) mark() {
	if g.first == none {
		return
	}
	for i, left := g.first, g.blocks; left > 0; left-- {
		b := g.Tree.blocks.at(i)
		link := &b.best
		for k := range uint(b.count) {
			if g.isCovered(b.id(k)) {
				continue
			}
			e := g.bests.take()
			*g.bests.at(e) = unmeasured(k)
			*link = e
			link = &g.bests.at(e).next
			b.watched |= 1 << k
			b.maxW = float32(math.Inf(1))
			g.insertion.Created = append(g.insertion.Created, first(i)+Node(k))
		}
		i = b.next
	}
}

func (g *growth) novel(i int) bool {
	for ; i < g.count(); i++ {
		if g.Seen.novel(g.condition(i)) {
			return true
		}
	}
	return false
}

// coverFrom records the coverage of conditions that have no nodes.
func (g *growth) coverFrom(i int) {
	g.inexact = true
	for ; i < g.count(); i++ {
		g.note(g.condition(i))
	}
}

// refresh updates the closed state of n and its ancestors (report Sec. 6). It stops at the first node not deeper than depth whose state
// does not change.
func (t *Tree) refresh(n Node, depth int) {
	for n != None {
		b, k := t.of(n)
		i := int32(n) >> blockBits
		closed := !t.Open(n) && t.nothingBelow(i, b, k, 0) && t.nothingBelow(i, b, k, 1)
		changed := closed != (b.closed>>k&1 != 0)
		if changed {
			b.closed ^= 1 << k
		}
		if !changed && int(b.depth)+int(k) <= depth {
			return
		}
		n = t.Parent(n)
	}
}

func (t *Tree) nothingBelow(i int32, b *block, k uint, direction int) bool {
	if b.label(k, direction) != Visited {
		return true
	}
	s := t.successor(i, b, k, direction)
	return s == None || t.Closed(s)
}
