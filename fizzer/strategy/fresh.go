package strategy

import (
	"slices"

	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// freshTries is how many nodes of one execution ID are tried as soon as they appear. It is picked by hand: in a loop that
// never ends every run brings new nodes of the same few IDs.
const freshTries = 32

// Fresh targets are tried as long as one of freshShare is reached, measured after freshTrial of them: in programs of many
// conditions over their state, few of which compare an input, it is better to look at a target when its turn comes.
const (
	freshTrial = 1024
	freshShare = 64
)

// fresh is the source of new targets to which only cheap analyses have to be applied. Without it a new target waits behind
// expensive analyses of others, which lead to less in most cases.
type fresh struct {
	*scope
	nodes        []tree.Node
	tries        map[trace.ID]int
	tried, taken int // nodes returned, and those whose missing direction was taken
}

func newFresh(s *scope) *fresh { return &fresh{scope: s, tries: map[trace.ID]int{}} }

func (f *fresh) observe(n tree.Node) {
	if f.untried(n) && f.class(n) == 0 {
		f.nodes = append(f.nodes, n)
	}
}

func (f *fresh) next() tree.Node {
	if f.tried >= freshTrial && f.taken*freshShare < f.tried {
		f.nodes = f.nodes[:0]
	}
	for len(f.nodes) > 0 {
		n := f.nodes[0]
		f.nodes = f.nodes[1:]
		if id := f.tree.ID(n); f.wanted(n) && f.untried(n) && f.tries[id] < freshTries && !f.pivots.Has(id) {
			f.tries[id]++
			f.tried++
			return n
		}
	}
	return tree.None
}

// reached takes note of a node whose missing direction was taken.
func (f *fresh) reached() { f.taken++ }

func (f *fresh) retain(int) []tree.Node {
	f.nodes = nil
	return nil
}

func (f *fresh) forget(int) {}

// tailNodes is how many open nodes are tried at the end of a run that covered something. It is picked by hand: enough for
// the comparisons of one more input in a loop that reads commands. They are looked for in the last conditions only.
const (
	tailNodes = 16
	tailDepth = 256
)

// tail is the source of the deepest open nodes of runs that covered a location, the newest last: a state that was reached for
// the first time is left by the next input, which such a run got from the fill value only. In the report the nodes of a loop get
// their turn by classes of input sizes, in which those at the end of a long input come last.
type tail struct {
	*scope
	nodes []tree.Node
}

func (t *tail) follow(insertion *tree.Insertion) {
	if !slices.ContainsFunc(insertion.Covered, func(c tree.Coverage) bool { return c.Location }) {
		return
	}
	start := len(t.nodes)
	for n, i := insertion.Leaf, 0; n != tree.None && i < tailDepth && len(t.nodes) < start+tailNodes; n, i = t.tree.Parent(n), i+1 {
		if t.tree.Open(n) {
			t.nodes = append(t.nodes, n)
		}
	}
	slices.Reverse(t.nodes[start:]) // the deepest last
}

// next returns a node from the end of the newest run, the deepest first, to which only what is cheap has to be applied.
func (t *tail) next() tree.Node {
	for len(t.nodes) > 0 {
		n := t.nodes[len(t.nodes)-1]
		t.nodes = t.nodes[:len(t.nodes)-1]
		if t.tree.Open(n) && t.untried(n) {
			return n
		}
	}
	return tree.None
}

func (t *tail) retain(int) []tree.Node {
	t.nodes = nil
	return nil
}

func (t *tail) forget(int) {}
