package strategy

import (
	"slices"

	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// freshTries is how many nodes of one execution ID are tried as soon as they appear. It is picked by hand: in an
// endless loop every run brings new nodes of the same few IDs.
const freshTries = 32

// Fresh targets are tried as long as at least one in freshShare is reached, measured after freshTrial of them. Many
// programs have many conditions on their state, few of which compare an input: there it is better to wait for a
// target's turn.
const (
	freshTrial = 1024
	freshShare = 64
)

// fresh is the source of new targets that only need cheap analyses. Without it, a new target would wait behind expensive analyses of
// other nodes, which mostly lead to less.
type fresh struct {
	*scope
	nodes        []tree.Node
	tries        map[trace.ID]int
	tried, taken int // nodes returned, and nodes whose missing direction was then taken
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

// reached records a node whose missing direction was taken.
func (f *fresh) reached() { f.taken++ }

func (f *fresh) retain(int) []tree.Node {
	f.nodes = nil
	return nil
}

func (f *fresh) forget(int) {}

// tailNodes is how many open nodes are tried at the end of a run that covered something. It is picked by hand: enough
// for the comparisons of one more input in a loop that reads commands. Only the last conditions are searched for
// them.
const (
	tailNodes = 16
	tailDepth = 256
)

// tail is the source of the deepest open nodes of runs that covered a location, the newest run first. Such a run reached a state for
// the first time; the next input decides how the program leaves that state, and in this run the next input was only the fill value. In
// the report, nodes of a loop get their turn by classes of input sizes; those at the end of a long input come last.
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
	slices.Reverse(t.nodes[start:]) // the deepest node last
}

// next returns the deepest node from the end of the newest run that only needs cheap analyses.
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
