// Package loops finds loops along a path of the execution tree (report 6.1, Alg. 5): repetitions of Boolean instructions.
package loops

import (
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Loop is the report's loop boundary (E, X, S), as indices into the path.
type Loop struct {
	Entry int // the first node of the loop on the path
	Exit  int // the node from which the path leaves the loop
	After int // successor of Exit on the path; Exit itself at the end of the path
}

// Bodies maps the execution ID of each loop head to those of the instructions in the body of its loop.
type Bodies map[trace.ID]map[trace.ID]bool

// Inside returns the locations inside any loop, including the heads.
func (b Bodies) Inside() map[uint32]bool {
	inside := map[uint32]bool{}
	for head, body := range b {
		inside[head.Location] = true
		for id := range body {
			inside[id.Location] = true
		}
	}
	return inside
}

// none marks a head for which no loop was recorded yet. The report uses 0, which is also the first loop's index.
const none = -1

type open struct {
	exit, after int
	loop        int // index into the loops, or none
}

type detector struct {
	ids    []trace.ID
	loops  []Loop
	bodies Bodies
	stack  []open
	lookUp map[trace.ID]int // first occurrence, from the end, to its place in stack
}

// Detect returns the loops along the path of these execution IDs, the one that ends last first, and their bodies. Its
// cost is about proportional to the length of the path.
func Detect(ids []trace.ID) ([]Loop, Bodies) {
	d := detector{ids: ids, bodies: Bodies{}, lookUp: map[trace.ID]int{}}
	for i := len(ids) - 1; i >= 0; i-- {
		d.visit(i)
	}
	for i := range d.loops {
		d.moveEntry(&d.loops[i])
	}
	return d.loops, d.bodies
}

// IDs returns the execution IDs of the nodes.
func IDs(t *tree.Tree, path []tree.Node) []trace.ID {
	ids := make([]trace.ID, len(path))
	for i, n := range path {
		ids[i] = t.ID(n)
	}
	return ids
}

func (d *detector) visit(i int) {
	k, repeated := d.lookUp[d.ids[i]]
	if !repeated {
		d.lookUp[d.ids[i]] = len(d.stack)
		d.stack = append(d.stack, open{i, min(i+1, len(d.ids)-1), none})
		return
	}
	head := &d.stack[k]
	if head.loop == none {
		head.loop = len(d.loops)
		d.loops = append(d.loops, Loop{i, head.exit, head.after})
		d.bodies[d.ids[i]] = orEmpty(d.bodies[d.ids[i]])
	} else {
		d.loops[head.loop].Entry = i
	}
	d.closeBody(k)
}

// closeBody removes everything above place k from the stack: that is the body of the loop whose head is at k.
func (d *detector) closeBody(k int) {
	head := d.ids[d.stack[k].exit]
	for len(d.stack) > k+1 {
		id := d.ids[d.stack[len(d.stack)-1].exit]
		d.bodies[head][id] = true
		delete(d.lookUp, id)
		d.stack = d.stack[:len(d.stack)-1]
	}
}

// moveEntry moves the entry out of the loop, towards the root (Alg. 5, lines 19 to 21).
func (d *detector) moveEntry(loop *Loop) {
	head := d.ids[loop.Exit]
	for loop.Entry > 0 && (d.ids[loop.Entry-1] == head || d.bodies[head][d.ids[loop.Entry-1]]) {
		loop.Entry--
	}
}

func orEmpty(set map[trace.ID]bool) map[trace.ID]bool {
	if set == nil {
		return map[trace.ID]bool{}
	}
	return set
}
