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
	Leaf      Node       // of the last condition that has a node; None when the path is known or there is no condition
	Turned    Node       // the node whose missing direction this run was the first to take; None when there is none
	Direction bool       // that direction
	Covered   []Coverage // what no run covered before
	Truncated bool       // the tree is full: nodes for newly covered conditions are missing
	Cut       bool       // the run was not recorded whole, and nobody knows what comes behind its last condition
}

// Coverage is one execution ID evaluated to a direction for the first time.
type Coverage struct {
	ID        trace.ID
	Direction bool
	Location  bool // no context had this location evaluated to the direction before
}

// seenPath remembers one whole path. Where two fall on the same place the older is forgotten; inserting a forgotten path
// again changes nothing but costs a search for its deepest node.
type seenPath struct {
	key     uint64 // 0: empty
	deepest Node   // no watched node is deeper on this path; None: there is none
}

// Insert maps a run onto the tree (report 4.1, "Updating tree's shape" and "Updating content of nodes"). Iteration is the
// number of the execution, from 1. An error means that the run is not one of this program's.
//
// A path that was seen before adds nothing but perhaps a better input, and that only for nodes whose ID is not covered
// yet: only these are ever selected for their distance. Of a new path only what is new is copied, checked and decoded. Cost: one look-up for
// a known path without such nodes, otherwise a search logarithmic in the trace, the new conditions, and the distances of
// those conditions that read what the run before did not. Nothing is allocated unless the run adds or improves something.
func (t *Tree) Insert(run *execution.Run, iteration uint32) (*Insertion, error) {
	result := &t.insertion
	*result = Insertion{Created: result.Created[:0], Covered: result.Covered[:0], Leaf: None, Turned: None}
	place, known := t.pathOf(run)
	w := offer{Tree: t, run: run, iteration: iteration, input: none}
	if known {
		result.Known = true
		place.deepest = t.watchedFrom(place.deepest)
		if n := t.within(place.deepest, run); n != None {
			w.along(n, run.Conditions.Len(), t.bests.at(t.bestOf(n)).w)
		}
		return result, nil
	}
	g := growth{offer: w, leaf: None}
	g.locate()
	if err := g.copy(); err != nil {
		return nil, err
	}
	g.insert()
	result.Leaf = g.leaf
	result.Cut = !run.Whole()
	t.inexact = t.inexact || result.Cut
	*place = seenPath{pathKey(run), g.leaf}
	return result, nil
}

// pathOf returns the place in which the run's path is remembered, and whether it is. What is known of the whole path is known
// of a run that was cut, too.
func (t *Tree) pathOf(run *execution.Run) (place *seenPath, known bool) {
	key := pathKey(run)
	place = t.placeOf(key)
	if place.key == key || run.Whole() {
		return place, place.key == key
	}
	if whole := t.placeOf(wholeKey(run)); whole.key == wholeKey(run) {
		return whole, true
	}
	return place, false
}

func (t *Tree) placeOf(key uint64) *seenPath { return &t.paths[key*0x9e3779b97f4a7c15>>t.pathShift] }

// within returns the deepest watched node of an execution ID that is not covered, at n or above it, for which the run has
// a condition.
func (t *Tree) within(n Node, run *execution.Run) Node {
	for n != None && t.Depth(n) >= run.Conditions.Len() {
		n = t.watchedFrom(t.Parent(n))
	}
	return n
}

// Novel reports whether a run covers a direction of a location that no run covered before. An error means that the run
// is not one of this program's. Cost: proportional to the trace.
func (t *Tree) Novel(run *execution.Run) (bool, error) {
	var err error
	if t.records, err = t.decoder.Check(run, 0, t.records[:0]); err != nil {
		return false, err
	}
	for i := range t.records {
		c := &t.records[i]
		if !t.LocationCovered(execution.Location(c), execution.Direction(c)) {
			return true, nil
		}
	}
	return false, nil
}

// pathKey names a path, the way it ended, and what was recorded of it; it is never 0.
func pathKey(run *execution.Run) uint64 {
	if run.Whole() {
		return wholeKey(run)
	}
	return max(execution.ExtendPath(wholeKey(run), uint32(run.Conditions.Len()), run.Unrecorded), 1)
}

// wholeKey names a path and the way it ended.
func wholeKey(run *execution.Run) uint64 {
	key := run.Path
	if trace.Exceptional(run.Ending) {
		key = ^key
	}
	return max(key, 1)
}

// growth is one trace on its way into the tree.
type growth struct {
	offer
	last    layout.Condition // copy of the last known condition, as locate read it
	known   int              // conditions from the start for which there are nodes
	leaf    Node             // of the last of them, later of the last condition that has a node
	strange bool             // the condition behind them is not the one that its path leads to
	first   int32            // block that was created first, none: no block was
	blocks  int              // that were created
}

// locate finds the deepest known node of the trace: by bisection over the nodes that are in the index because of their
// depth, then block by block and node by node.
func (g *growth) locate() {
	conditions := g.run.Conditions
	low, high := 0, (conditions.Len()+indexStride-1)/indexStride // the nodes at depths below low*indexStride are known, not that at high*indexStride
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
	if g.known > 0 {
		g.last = conditions.At(g.known - 1)
	}
	for n := first(at); n != None && g.known < conditions.Len(); g.known++ {
		c := conditions.At(g.known)
		if g.strange = !g.stands(n, &c); g.strange {
			return
		}
		g.leaf, g.last = n, c
		n = g.Successor(n, execution.Direction(&c))
	}
}

// copy makes the copies of which the tree grows, and checks them: the last known condition, as it was when its node was found,
// and all behind it.
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

// condition returns the copy of condition i, the last known one or one behind it.
func (g *growth) condition(i int) *layout.Condition {
	return &g.records[i-max(g.known-1, 0)]
}

// stands reports whether a node is one of the condition's location and context.
func (t *Tree) stands(n Node, c *layout.Condition) bool {
	id := t.ID(n)
	return id.Location == execution.Location(c) && (id.Context == c.Context || id.Context == anyContext && t.blurred())
}

// insert adds what is new in the trace and offers the run to the nodes along it.
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

// take notes that condition i, at node n, took its direction.
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

// extend adds the conditions that are not known.
func (g *growth) extend() {
	i := g.known
	pruned := false
	if g.leaf != None {
		b, k := g.of(g.leaf)
		pruned = g.prunes > 0 && b.label(k, side(execution.Direction(g.condition(i-1)))) == Visited
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
		if !g.roomForBlock() {
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

// roomForBlock reports whether another block fits into the tree, whatever its nodes turn out to be.
func (g *growth) roomForBlock() bool {
	return g.Tree.blocks.room(1) && g.bests.room((g.blocks+1)*blockNodes) && g.store()
}

// block creates the block that begins with condition i below the leaf. It returns the first condition behind it.
func (g *growth) block(i int) int {
	c := g.condition(i)
	at := g.Tree.blocks.take()
	b := g.Tree.blocks.at(at)
	*b = block{
		path: c.Path, parent: g.leaf, next: none, child: none, sibling: none, depth: uint32(i), bytes: c.InputBytes,
		input: g.input, best: none, page: none,
	}
	g.inputs.refer(g.input)
	g.link(at, b)
	end := min(g.count(), i-i%blockNodes+blockNodes)
	k := 0
	for ; i < end; i++ {
		if c = g.condition(i); c.InputBytes-b.bytes > mostRead {
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

// raiseHeights brings the heights above a new block up to date.
func (t *Tree) raiseHeights(at int32, height uint32) {
	if at == none {
		return
	}
	for n := t.blocks.at(at).parent; n != None; {
		b, _ := t.of(n)
		if b.height >= height {
			return
		}
		b.height = height
		n = b.parent
	}
}

// mark watches the new nodes whose execution ID is not covered.
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
			b.most = float32(math.Inf(1))
			g.insertion.Created = append(g.insertion.Created, first(i)+Node(k))
		}
		i = b.next
	}
}

// novel reports whether condition i or a later one covers something new.
func (t *Tree) novelCondition(c *layout.Condition) bool {
	if t.recent[execution.Location(c)].covers(c) {
		return false
	}
	i, ok := t.lookUp(c)
	return !ok || !t.ids[i].covered[side(execution.Direction(c))]
}

func (g *growth) novel(i int) bool {
	for ; i < g.count(); i++ {
		if g.novelCondition(g.condition(i)) {
			return true
		}
	}
	return false
}

// coverFrom notes the coverage of conditions for which there are no nodes.
func (g *growth) coverFrom(i int) {
	g.inexact = true
	for ; i < g.count(); i++ {
		g.note(g.condition(i))
	}
}

// anyContext is the context of the execution ID that a location has for all contexts beyond Tree.mostIDs.
const anyContext = 1<<32 - 1

// blurred reports whether contexts are not told apart any more. Path does not hold for nodes behind such execution IDs.
func (t *Tree) blurred() bool { return len(t.ids) >= t.mostIDs }

// covers reports whether the condition is of this execution ID and took a direction that is covered.
func (r *recentID) covers(c *layout.Condition) bool {
	return r.context == c.Context && r.covered[side(execution.Direction(c))]
}

// note covers the condition and returns the number of its execution ID.
func (t *Tree) note(c *layout.Condition) int32 {
	if r := &t.recent[execution.Location(c)]; r.covers(c) {
		return r.id
	}
	i := t.intern(c)
	t.cover(i, execution.Direction(c))
	return i
}

// lookUp returns the number of the condition's execution ID.
func (t *Tree) lookUp(c *layout.Condition) (int32, bool) {
	location := execution.Location(c)
	if r := &t.recent[location]; r.id != none && r.context == c.Context {
		return r.id, true
	}
	i, ok := t.idOf[trace.ID{Location: location, Context: c.Context}]
	if !ok && t.blurred() {
		i, ok = t.idOf[trace.ID{Location: location, Context: anyContext}]
	}
	return i, ok
}

// intern returns the number of the condition's execution ID, a new one if it has none.
func (t *Tree) intern(c *layout.Condition) int32 {
	location := execution.Location(c)
	i, ok := t.lookUp(c)
	if !ok {
		id := trace.ID{Location: location, Context: c.Context}
		if t.blurred() {
			id.Context = anyContext
			t.coverage.AddContexts()
		}
		i = int32(len(t.ids))
		t.ids = append(t.ids, idState{id: id})
		t.idOf[id] = i
	}
	if t.recent[location].id == none {
		t.known++
	}
	t.recent[location] = recentID{i, t.ids[i].id.Context, t.ids[i].covered}
	return i
}

func (t *Tree) cover(i int32, direction bool) {
	state := &t.ids[i]
	b := side(direction)
	if state.covered[b] {
		return
	}
	state.covered[b] = true
	if r := &t.recent[state.id.Location]; r.id == i {
		r.covered[b] = true
	}
	t.counts[1]++
	t.coverage.Add(state.id.Location, state.id.Context, direction)
	location := !t.covered[state.id.Location][b]
	if location {
		t.covered[state.id.Location][b] = true
		t.counts[0]++
	}
	t.insertion.Covered = append(t.insertion.Covered, Coverage{state.id, direction, location})
}

// refresh restores the closed state of n and its ancestors (report Sec. 6). It stops at the first one, not deeper than
// depth, whose state stays the same.
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
