package strategy

import (
	"slices"

	"fizzer/fizzer/distance"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// maxTwins bounds the number of twins held, the nearest to their border; temporarily there may be twice as many. It is picked by hand;
// each selection looks at all of them.
const maxTwins = 256

// twins is the source of IID twins: the report's T.
type twins struct {
	*scope
	nodes    []tree.Node
	lacks    bool // twins not nearer than farthest were left out
	farthest distance.Distance
	ranked   []rankedTwin // memory for sorting
}

// rankedTwin is a twin with its distance, which the tree would look up for each comparison.
type rankedTwin struct {
	node     tree.Node
	distance distance.Distance
}

func (t *twins) is(n tree.Node) bool {
	return t.wanted(n) && !t.analysed(n) && t.pivots.Twin(n)
}

// observe records a twin, unless enough nearer ones are known.
func (t *twins) observe(n tree.Node) {
	if t.begun[n] > 0 || !t.ofPivots(n) || !t.pivots.Twin(n) || t.lacks && t.tree.Distance(n).Compare(t.farthest) >= 0 {
		return
	}
	t.nodes = append(t.nodes, n)
	if len(t.nodes) <= 2*maxTwins {
		return
	}
	t.ranked = t.ranked[:0]
	for _, n := range t.nodes {
		t.ranked = append(t.ranked, rankedTwin{n, t.tree.Distance(n)})
	}
	slices.SortStableFunc(t.ranked, func(a, b rankedTwin) int { return a.distance.Compare(b.distance) })
	t.nodes = t.nodes[:maxTwins]
	for i := range t.nodes {
		t.nodes[i] = t.ranked[i].node
	}
	t.lacks, t.farthest = true, t.ranked[maxTwins-1].distance
}

// peek moves the twin that is nearest to its border to the front and returns it. The report takes twins in order of
// arrival; taking the nearest first climbs towards the border and needs far fewer executions for counters.
func (t *twins) peek() tree.Node {
	t.nodes = slices.DeleteFunc(t.nodes, func(n tree.Node) bool { return !t.is(n) })
	if len(t.nodes) == 0 {
		t.lacks = false
		return tree.None
	}
	best := 0
	for i, n := range t.nodes {
		if t.tree.Distance(n).Compare(t.tree.Distance(t.nodes[best])) < 0 {
			best = i
		}
	}
	t.nodes[0], t.nodes[best] = t.nodes[best], t.nodes[0]
	return t.nodes[0]
}

// next returns a twin. A twin that is no nearer than all pivots shares its turns with the search from the pivots:
// every run may bring such twins, and the search would never start.
func (t *twins) next() tree.Node {
	n := t.peek()
	if n != tree.None && !t.pivots.Nearest(n) && t.random.IntN(2) == 0 {
		return tree.None
	}
	if n != tree.None {
		t.nodes = t.nodes[1:]
	}
	return n
}

func (t *twins) retain(limit int) []tree.Node {
	count := map[trace.ID]int{}
	t.nodes = slices.DeleteFunc(t.nodes, func(n tree.Node) bool {
		if !t.is(n) {
			return true
		}
		count[t.tree.ID(n)]++
		return count[t.tree.ID(n)] > limit
	})
	return t.nodes
}

func (t *twins) forget(int) { t.nodes = alive(t.tree, t.nodes) }

// alive drops the nodes that were freed.
func alive(t *tree.Tree, nodes []tree.Node) []tree.Node {
	return slices.DeleteFunc(nodes, func(n tree.Node) bool { return !t.Alive(n) })
}

// maxFar bounds the nodes held by far.
const maxFar = 1 << 16

// far is the source of nodes that are farther from the border than all pivots of their execution ID, which the report therefore does
// not count as targets. Only for the paths to the pivots is it known that the distance does not depend on the input: a number of no
// digits is 0 whatever the input, a number of three digits is not.
type far struct {
	*scope
	nodes []tree.Node
}

func (f *far) observe(n tree.Node) {
	if f.begun[n] == 0 && len(f.nodes) < maxFar && f.ofPivots(n) && !f.pivots.Twin(n) {
		f.nodes = append(f.nodes, n)
	}
}

// next returns a random node. In half of the calls it leaves the choice to the sources below.
func (f *far) next() tree.Node {
	if f.random.IntN(2) == 0 {
		return tree.None
	}
	for len(f.nodes) > 0 {
		i, last := f.random.IntN(len(f.nodes)), len(f.nodes)-1
		n := f.nodes[i]
		f.nodes[i], f.nodes = f.nodes[last], f.nodes[:last]
		if f.wanted(n) && !f.analysed(n) {
			return n
		}
	}
	return tree.None
}

func (f *far) retain(int) []tree.Node {
	f.nodes = nil
	return nil
}

func (f *far) forget(int) {}
