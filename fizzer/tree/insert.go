package tree

import (
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Insertion says what a run added to the tree. Its slices are valid until the next Insert.
type Insertion struct {
	Known     bool       // the whole path, with the way it ended, was inserted before
	Created   []Node     // new nodes by depth
	Turned    Node       // the node whose missing direction this run was the first to take; None when there is none
	Direction bool       // that direction
	Covered   []Coverage // what no run covered before
	Truncated bool       // the tree is full: nodes for newly covered conditions are missing
}

// Coverage is one execution ID evaluated to a direction for the first time.
type Coverage struct {
	ID        trace.ID
	Direction bool
	Location  bool // no context had this location evaluated to the direction before
}

// seenPath remembers one whole path. Where two fall on the same place the older is forgotten; inserting a forgotten path
// again changes nothing but costs a full walk.
type seenPath struct {
	key     uint64 // 0: empty
	deepest Node   // no node of an uncovered ID is deeper on this path; None: there is none
}

// Insert maps a run onto the tree (report 4.1, "Updating tree's shape" and "Updating content of nodes"). Iteration is the
// number of the execution, from 1. An error means that the run is not one of this program's.
//
// A path that was seen before adds nothing but perhaps a better input, and that only for nodes whose ID is not covered
// yet: only these are ever selected for their distance. Cost: one look-up for a known path without such nodes, otherwise
// proportional to the trace; nothing is allocated unless the run adds or improves something.
func (t *Tree) Insert(run *execution.Run, iteration uint32) (*Insertion, error) {
	result := &t.insertion
	*result = Insertion{Created: result.Created[:0], Covered: result.Covered[:0], Turned: None}
	key := pathKey(run)
	place := &t.paths[key*0x9e3779b97f4a7c15>>t.pathShift]
	if place.key == key {
		result.Known = true
		t.improve(run, place, iteration)
		return result, nil
	}
	if err := t.decoder.Check(run); err != nil {
		return nil, err
	}
	w := walk{Tree: t, run: run, iteration: iteration, input: -1, deepest: None}
	w.insert()
	*place = seenPath{key, w.deepest}
	return result, nil
}

// pathKey names a path and the way it ended; it is never 0.
func pathKey(run *execution.Run) uint64 {
	key := run.Path
	if trace.Exceptional(run.Ending) {
		key = ^key
	}
	return max(key, 1)
}

// walk is one trace on its way down the tree.
type walk struct {
	*Tree
	run       *execution.Run
	iteration uint32
	sum       float64 // of the squared distances so far
	input     int32   // stored copy of the run's input, -1: none yet
	deepest   Node    // of an uncovered ID
	pruned    bool    // the nodes behind the last visited edge were pruned or left out
}

// improve offers a run along a known path to the nodes of uncovered IDs. It stops as soon as the sum is larger than that
// of the deepest of them: sums only grow along a path, and so do the smallest ones.
func (t *Tree) improve(run *execution.Run, place *seenPath, iteration uint32) {
	for place.deepest != None && t.Covered(place.deepest) {
		place.deepest = t.nodes[place.deepest].parent
	}
	if place.deepest == None {
		return
	}
	w := walk{Tree: t, run: run, iteration: iteration, input: -1}
	most := t.nodes[place.deepest].w
	n := t.root
	for i := 0; i <= int(t.nodes[place.deepest].depth); i++ {
		w.add(i)
		if w.sum > most {
			return
		}
		if p := &t.nodes[n]; w.sum <= p.w && !t.Covered(n) {
			w.offer(n, i)
		}
		n = t.nodes[n].successor[index(execution.Direction(&run.Conditions[i]))]
	}
}

// add adds the square of the distance of condition i to the sum.
func (w *walk) add(i int) {
	f := w.decoder.Magnitude(w.run, i)
	w.sum += f * f
}

// offer makes the run's input the node's when its w_N is smaller. Where doubles cannot tell, the exact distance decides.
func (w *walk) offer(n Node, i int) {
	p := &w.nodes[n]
	if p.input >= 0 && w.sum > p.w {
		return
	}
	d := w.decoder.Distance(w.run, i)
	if p.input >= 0 && w.sum == p.w && d.Compare(p.distance) >= 0 {
		return
	}
	if w.input < 0 {
		w.input = w.inputs.add(w.run)
	}
	w.inputs.all[w.input].references++
	if p.input >= 0 {
		w.inputs.release(p.input)
	}
	if p.flags&SensitivityDone != 0 && p.sensitive == 0 && p.distance != d && len(w.changed) < mostChanged && !w.Covered(n) {
		w.changed = append(w.changed, n)
	}
	p.input, p.w, p.distance, p.improved = w.input, w.sum, d, w.iteration
}

func (w *walk) insert() {
	parent, n := None, w.root
	i := 0
	for ; i < len(w.run.Conditions); i++ {
		c := &w.run.Conditions[i]
		if n == None {
			if n = w.extend(parent, i); n == None {
				break
			}
		} else if w.ID(n) != (trace.ID{Location: execution.Location(c), Context: c.Context}) {
			w.strange++
			break
		}
		w.add(i)
		w.offer(n, i)
		w.visit(n, i)
		parent, n = n, w.nodes[n].successor[index(execution.Direction(c))]
	}
	if i < len(w.run.Conditions) {
		w.coverRest(i)
	}
	w.refresh(parent, max(i-len(w.insertion.Created)-1, 0))
}

// visit updates height, label and coverage of n for condition i.
func (w *walk) visit(n Node, i int) {
	c := &w.run.Conditions[i]
	p := &w.nodes[n]
	p.height = max(p.height, uint32(len(w.run.Conditions)))
	label := Visited
	if i == len(w.run.Conditions)-1 {
		label = EndNormal
		if trace.Exceptional(w.run.Ending) {
			label = EndExceptional
		}
	}
	b := index(execution.Direction(c))
	if p.label[b] == NotVisited {
		if p.label[1-b] != NotVisited {
			w.insertion.Turned, w.insertion.Direction = n, execution.Direction(c)
		}
		w.cover(p.id, execution.Direction(c))
	}
	w.pruned = p.label[b] == Visited && p.successor[b] == None
	p.label[b] = max(p.label[b], label)
	if !w.Covered(n) {
		w.deepest = n
	}
}

// extend creates the node for condition i below parent. It returns None when the tree is full, or when the edge was
// pruned before and nothing new follows.
func (w *walk) extend(parent Node, i int) Node {
	full := len(w.nodes)-len(w.free) >= w.config.Nodes
	if w.pruned || full {
		novel := w.novel(i)
		w.insertion.Truncated = full && novel
		if full || !novel {
			w.inexact = true
			return None
		}
	}
	n := w.allocate(parent, i)
	w.insertion.Created = append(w.insertion.Created, n)
	return n
}

func (w *walk) allocate(parent Node, i int) Node {
	c := &w.run.Conditions[i]
	n := Node(len(w.nodes))
	if len(w.free) > 0 {
		n = w.free[len(w.free)-1]
		w.free = w.free[:len(w.free)-1]
	} else {
		w.nodes = append(w.nodes, node{})
	}
	w.nodes[n] = node{
		path: c.Path, parent: parent, successor: [2]Node{None, None}, id: w.intern(c),
		input: -1, bytes: c.InputBytes, depth: uint32(i), flags: aliveFlag,
	}
	w.maxBytes = max(w.maxBytes, c.InputBytes)
	if parent == None {
		w.root = n
	} else {
		w.nodes[parent].successor[index(execution.Direction(&w.run.Conditions[i-1]))] = n
	}
	return n
}

// novel reports whether condition i or a later one covers something new.
func (w *walk) novel(i int) bool {
	for ; i < len(w.run.Conditions); i++ {
		c := &w.run.Conditions[i]
		id, ok := w.idOf[trace.ID{Location: execution.Location(c), Context: c.Context}]
		if !ok || !w.ids[id].covered[index(execution.Direction(c))] {
			return true
		}
	}
	return false
}

// coverRest notes the coverage of conditions for which there are no nodes.
func (w *walk) coverRest(i int) {
	w.inexact = true
	for ; i < len(w.run.Conditions); i++ {
		c := &w.run.Conditions[i]
		w.cover(w.intern(c), execution.Direction(c))
	}
}

// intern returns the number of the condition's execution ID.
func (t *Tree) intern(c *layout.Condition) int32 {
	id := trace.ID{Location: execution.Location(c), Context: c.Context}
	if i, ok := t.idOf[id]; ok {
		return i
	}
	i := int32(len(t.ids))
	t.ids = append(t.ids, idState{id: id})
	t.idOf[id] = i
	if !t.seen[id.Location] {
		t.seen[id.Location] = true
		t.known++
	}
	return i
}

func (t *Tree) cover(i int32, direction bool) {
	state := &t.ids[i]
	b := index(direction)
	if state.covered[b] {
		return
	}
	state.covered[b] = true
	t.counts[1]++
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
		p := &t.nodes[n]
		closed := !t.Open(n) && t.nothingBelow(p, 0) && t.nothingBelow(p, 1)
		changed := closed != (p.flags&closedFlag != 0)
		if changed {
			p.flags ^= closedFlag
		}
		if !changed && int(p.depth) <= depth {
			return
		}
		n = p.parent
	}
}

func (t *Tree) nothingBelow(p *node, b int) bool {
	s := p.successor[b]
	return p.label[b] != Visited || s == None || t.nodes[s].flags&closedFlag != 0
}
