// Package montecarlo is the search from IID pivots (report 6.2). It is for instructions whose branching function has
// no sensitive bits, typically because it counts what earlier loops did. It looks for an open node from which a path
// like the known ones, but with other loop iterations, may lead to the instruction with a smaller distance.
package montecarlo

import (
	"cmp"
	"slices"

	"fizzer/fizzer/analysis/loops"
	"fizzer/fizzer/distance"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Pivots are nodes of the same kind, the IID pivots of the report, partitioned by execution ID. Make it with New.
type Pivots struct {
	tree    *tree.Tree
	most    int
	choices int // from a class, for which it is sorted once
	is      func(tree.Node) bool
	classes []class
	of      map[trace.ID]int
	counted int      // locations and loops in the ways of all pivots
	times   []counts // of one path, by location; all zero between calls
	ranked  []rank   // memory for sorting
}

// maxCounted bounds the number of locations and loops in the ways that are kept: about 50 MB. It is picked by hand.
const maxCounted = 1 << 20

type class struct {
	id    trace.ID
	nodes []tree.Node
	added map[tree.Node]*way // nil until asked for; never stale, since the path to a node does not change
	// farthest is the greatest distance of a pivot when it was added: the distance can only shrink later.
	farthest distance.Distance
	sorted   int // choices for which the nodes stay as they are
}

// New returns an empty set of nodes for which is holds. Of each execution ID it keeps at most that many nodes, the best by Alg. 8. They are
// put into order once for so many choices, unless nodes are added; 1 is the report's way. Looking at all of them for each choice takes a
// tenth of the engine's time, and their distances change much more slowly.
func New(t *tree.Tree, most, choices int, is func(tree.Node) bool) *Pivots {
	return &Pivots{tree: t, most: max(most, 1), choices: choices, is: is, of: map[trace.ID]int{}}
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
		p.classes = append(p.classes, class{id: id, added: map[tree.Node]*way{}})
	}
	c := &p.classes[i]
	if _, added := c.added[n]; added {
		return
	}
	c.added[n] = nil
	if d := p.tree.Distance(n); len(c.nodes) == 0 || d.Compare(c.farthest) > 0 {
		c.farthest = d
	}
	c.nodes, c.sorted = append(c.nodes, n), 0
	if len(c.nodes) > 2*p.most {
		p.truncate(c, p.most)
	}
}

// truncate keeps only the best pivots by Alg. 8.
func (p *Pivots) truncate(c *class, length int) {
	p.sort(c)
	c.farthest = p.tree.Distance(c.nodes[length-1])
	for _, n := range c.nodes[length:] {
		p.remove(c, n)
	}
	c.nodes = c.nodes[:length]
}

// Has reports whether an execution ID has pivots.
func (p *Pivots) Has(id trace.ID) bool {
	i, ok := p.of[id]
	return ok && len(p.classes[i].nodes) > 0
}

// Twin reports whether n is nearer to the border than some pivot of its execution ID was when it was added (report 6.1, "IID twins").
func (p *Pivots) Twin(n tree.Node) bool {
	i, ok := p.of[p.tree.ID(n)]
	return ok && len(p.classes[i].nodes) > 0 && p.tree.Distance(n).Compare(p.classes[i].farthest) < 0
}

// Nearest reports whether n is nearer to the border than all pivots of its execution ID. Its cost is proportional to
// their number.
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

// Retain keeps the best pivots of each execution ID, at most that many. It drops pivots that are covered by now or that are no longer
// in the tree.
func (p *Pivots) Retain(most int) {
	for i := range p.classes {
		c := &p.classes[i]
		c.sorted = 0
		p.forgetCovered(c)
		if len(c.nodes) > most {
			p.truncate(c, most)
		}
	}
}

// forgetCovered empties a class whose execution ID is covered. It also drops nodes that were reopened or freed: they are no longer
// pivots.
func (p *Pivots) forgetCovered(c *class) {
	kept := c.nodes[:0]
	for _, n := range c.nodes {
		if p.stands(n) {
			kept = append(kept, n)
		} else {
			p.remove(c, n)
		}
	}
	c.nodes = kept
}

func (p *Pivots) remove(c *class, n tree.Node) {
	p.counted -= c.added[n].size()
	delete(c.added, n)
}

// way is what is known of the path to a pivot.
type way struct {
	directions directions
	entries    []tree.Node     // of its loops, each once, by depth
	inside     map[uint32]bool // locations inside of loops
	looped     bool            // entries and inside are known
}

func (w *way) size() int {
	if w == nil {
		return 0
	}
	return len(w.directions) + len(w.entries) + len(w.inside)
}

// wayTo returns what is known of the path to a pivot, with its directions. The first call costs the length of the path.
func (p *Pivots) wayTo(c *class, n tree.Node) *way {
	if w := c.added[n]; w != nil {
		return w
	}
	if p.counted > maxCounted {
		p.forgetWays()
	}
	w := &way{directions: p.count(n)}
	c.added[n] = w
	p.counted += w.size()
	return w
}

// loopsTo returns what is known of the path to a pivot, with its loops. The first call costs the length of the path.
func (p *Pivots) loopsTo(c *class, n tree.Node) *way {
	w := p.wayTo(c, n)
	if w.looped {
		return w
	}
	path := p.tree.PathTo(n, nil)
	found, bodies := loops.Detect(loops.IDs(p.tree, path))
	entries := make([]int, len(found))
	for i, loop := range found {
		entries[i] = loop.Entry
	}
	slices.Sort(entries)
	p.counted -= w.size()
	for _, i := range slices.Compact(entries) {
		w.entries = append(w.entries, path[i])
	}
	w.inside, w.looped = bodies.Inside(), true
	p.counted += w.size()
	return w
}

func (p *Pivots) forgetWays() {
	p.counted = 0
	for _, c := range p.classes {
		for n := range c.added {
			c.added[n] = nil
		}
	}
}

// count walks up the path to a pivot.
func (p *Pivots) count(pivot tree.Node) directions {
	var seen []uint32
	for n, parent := pivot, p.tree.Parent(pivot); parent != tree.None; n, parent = parent, p.tree.Parent(parent) {
		location := p.tree.ID(parent).Location
		for int(location) >= len(p.times) {
			p.times = append(p.times, counts{})
		}
		c := &p.times[location]
		if *c == (counts{}) {
			seen = append(seen, location)
		}
		if p.tree.Successor(parent, true) == n {
			c[1]++
		} else {
			c[0]++
		}
	}
	result := make(directions, len(seen))
	for _, location := range seen {
		result[location], p.times[location] = p.times[location], counts{}
	}
	return result
}

// Choose returns an open node to work on (report 6.2), or None when there are no pivots or the root is closed.
func (p *Pivots) Choose(random *draw.Source) tree.Node {
	var candidates []*class
	for i := range p.classes {
		c := &p.classes[i]
		if c.sorted == 0 || !p.stands(c.nodes[0]) {
			c.sorted = 0
			p.forgetCovered(c)
		}
		if len(c.nodes) > 0 {
			candidates = append(candidates, c)
		}
	}
	if len(candidates) == 0 || p.tree.Closed(p.tree.Root()) {
		return tree.None
	}
	c := candidates[random.IntN(len(candidates))]
	if c.sorted == 0 {
		p.sort(c)
		c.sorted = p.choices
	}
	c.sorted--
	return p.search(random, c, c.nodes[Geometric(random, len(c.nodes))])
}

// stands reports whether a node is a pivot still. A class has one execution ID: if it is covered, that of all nodes is.
func (p *Pivots) stands(n tree.Node) bool {
	return p.tree.Alive(n) && !p.tree.Covered(n) && p.is(n)
}

// sort orders a class by Alg. 8.
func (p *Pivots) sort(c *class) {
	t := p.tree
	p.ranked = p.ranked[:0]
	for _, n := range c.nodes {
		p.ranked = append(p.ranked, rank{n, t.Distance(n), t.SizeRank(n), t.InputBytes(n), t.Depth(n)})
	}
	slices.SortStableFunc(p.ranked, func(a, b rank) int {
		return cmp.Or(a.distance.Compare(b.distance), cmp.Compare(a.size, b.size), cmp.Compare(a.bytes, b.bytes), cmp.Compare(a.depth, b.depth))
	})
	for i := range c.nodes {
		c.nodes[i] = p.ranked[i].node
	}
}

// rank is a pivot with what decides its place in Alg. 8, which the tree would look up for each comparison.
type rank struct {
	node               tree.Node
	distance           distance.Distance
	size, bytes, depth int
}

// Geometric returns an index below length: 0 with probability 3/4, 1 with 3/16 and so on with the ratio 1/4. The last index gets the
// remaining probability. The report's recurrence for these probabilities does not sum to one.
func Geometric(random *draw.Source, length int) int {
	i := 0
	for i < length-1 && random.IntN(4) == 0 {
		i++
	}
	return i
}
