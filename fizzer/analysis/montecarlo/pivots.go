// Package montecarlo is the search from IID pivots (report 6.2): for instructions whose branching function shows no
// sensitive bits, typically one that counts what loops before it did, it looks for an open node from which a path similar
// to known ones, with other loop iterations, may lead to the instruction with a smaller distance.
package montecarlo

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"fizzer/fizzer/distance"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Pivots are nodes of the same kind, the IID pivots of the report, partitioned by execution ID. Make it with New.
type Pivots struct {
	tree    *tree.Tree
	most    int
	is      func(tree.Node) bool
	classes []class
	of      map[trace.ID]int
}

type class struct {
	id    trace.ID
	nodes []tree.Node
	added map[tree.Node]bool
	// farthest is the greatest distance of a pivot when it was added: since then it may only have become smaller.
	farthest distance.Distance
}

// New returns an empty set of nodes for which is holds, at most that many of one execution ID: the best by Alg. 8.
func New(t *tree.Tree, most int, is func(tree.Node) bool) *Pivots {
	return &Pivots{tree: t, most: max(most, 1), is: is, of: map[trace.ID]int{}}
}

// IID reports whether n is indirectly input dependent (report Sec. 6): analysed, without sensitive bits.
func IID(t *tree.Tree, n tree.Node) bool {
	return t.Has(n, tree.SensitivityDone) && len(t.Sensitive(n)) == 0
}

// Add makes n a pivot. Its execution ID must not be covered.
func (p *Pivots) Add(n tree.Node) {
	id := p.tree.ID(n)
	i, ok := p.of[id]
	if !ok {
		i = len(p.classes)
		p.of[id] = i
		p.classes = append(p.classes, class{id: id, added: map[tree.Node]bool{}})
	}
	c := &p.classes[i]
	if c.added[n] {
		return
	}
	c.added[n] = true
	if d := p.tree.Distance(n); len(c.nodes) == 0 || d.Compare(c.farthest) > 0 {
		c.farthest = d
	}
	c.nodes = append(c.nodes, n)
	if len(c.nodes) > 2*p.most {
		p.truncate(c, p.most)
	}
}

// truncate keeps the best pivots by Alg. 8.
func (p *Pivots) truncate(c *class, length int) {
	p.sort(c)
	c.farthest = p.tree.Distance(c.nodes[length-1])
	for _, n := range c.nodes[length:] {
		delete(c.added, n)
	}
	c.nodes = c.nodes[:length]
}

// Has reports whether an execution ID has pivots.
func (p *Pivots) Has(id trace.ID) bool {
	i, ok := p.of[id]
	return ok && len(p.classes[i].nodes) > 0
}

// Twin reports whether n is nearer to the border than some pivot of its execution ID was (report 6.1, "IID twins").
func (p *Pivots) Twin(n tree.Node) bool {
	i, ok := p.of[p.tree.ID(n)]
	return ok && len(p.classes[i].nodes) > 0 && p.tree.Distance(n).Compare(p.classes[i].farthest) < 0
}

// Nearest reports whether n is nearer to the border than all pivots of its execution ID. Cost: their number.
func (p *Pivots) Nearest(n tree.Node) bool {
	i, ok := p.of[p.tree.ID(n)]
	return ok && !slices.ContainsFunc(p.classes[i].nodes, func(m tree.Node) bool {
		return p.tree.Distance(m).Compare(p.tree.Distance(n)) <= 0
	})
}

// Nodes returns all pivots.
func (p *Pivots) Nodes() []tree.Node {
	var all []tree.Node
	for _, c := range p.classes {
		all = append(all, c.nodes...)
	}
	return all
}

// Retain keeps the best of each execution ID, at most that many, and forgets those that are covered by now or not in the
// tree any more.
func (p *Pivots) Retain(most int) {
	for i := range p.classes {
		c := &p.classes[i]
		p.forgetCovered(c)
		if len(c.nodes) > most {
			p.truncate(c, most)
		}
	}
}

// forgetCovered empties a class whose execution ID is covered. Nodes that were reopened or freed are no pivots any more.
func (p *Pivots) forgetCovered(c *class) {
	kept := c.nodes[:0]
	for _, n := range c.nodes {
		if p.tree.Alive(n) && !p.tree.Covered(n) && p.is(n) {
			kept = append(kept, n)
		} else {
			delete(c.added, n)
		}
	}
	c.nodes = kept
}

// Choose returns an open node to work on (report 6.2), None when there are no pivots or the root is closed.
func (p *Pivots) Choose(random *rand.Rand) tree.Node {
	var candidates []*class
	for i := range p.classes {
		p.forgetCovered(&p.classes[i])
		if len(p.classes[i].nodes) > 0 {
			candidates = append(candidates, &p.classes[i])
		}
	}
	if len(candidates) == 0 || p.tree.Closed(p.tree.Root()) {
		return tree.None
	}
	c := candidates[random.IntN(len(candidates))]
	p.sort(c)
	return search(p.tree, random, c.nodes, c.nodes[Geometric(random, len(c.nodes))])
}

// sort orders a class by Alg. 8.
func (p *Pivots) sort(c *class) {
	t := p.tree
	slices.SortStableFunc(c.nodes, func(m, n tree.Node) int {
		return cmp.Or(t.Distance(m).Compare(t.Distance(n)), cmp.Compare(t.SizeRank(m), t.SizeRank(n)),
			cmp.Compare(t.InputBytes(m), t.InputBytes(n)), cmp.Compare(t.Depth(m), t.Depth(n)))
	})
}

// Geometric returns an index below length, 0 with probability 3/4, 1 with 3/16 and so on by the ratio 1/4; what is left
// goes to the last. The report's recurrence for these probabilities does not sum to one.
func Geometric(random *rand.Rand, length int) int {
	i := 0
	for i < length-1 && random.IntN(4) == 0 {
		i++
	}
	return i
}
