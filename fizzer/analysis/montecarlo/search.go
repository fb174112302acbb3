package montecarlo

import (
	"math"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/tree"
)

// pathsCompared bounds the pivots from which the probabilities are computed.
const pathsCompared = 32

// search walks to an open node from a loop entry above a pivot of c, which is sorted. The root must not be closed.
func (p *Pivots) search(random *draw.Source, c *class, pivot tree.Node) tree.Node {
	w := p.loopsTo(c, pivot)
	n := start(p.tree, random, w.entries)
	return walk(p.tree, n, p.guide(random, c, comparable(p.tree, c.nodes, pivot), w.inside))
}

// start returns the node at which the search leaves the path: a loop entry (those near the pivot are more
// probable), or the nearest node above it that is not closed. The report says to go forward from a closed node,
// but everything below a closed node is closed.
func start(t *tree.Tree, random *draw.Source, entries []tree.Node) tree.Node {
	if len(entries) == 0 {
		return t.Root()
	}
	n := entries[len(entries)-1-Geometric(random, len(entries))]
	for t.Closed(n) && t.Parent(n) != tree.None {
		n = t.Parent(n)
	}
	return n
}

// comparable returns the report's C': the pivots that read as many bytes as the given one, ordered by distance.
func comparable(t *tree.Tree, class []tree.Node, pivot tree.Node) []tree.Node {
	var same []tree.Node
	for _, n := range class { // sorted by Alg. 8, thus by distance
		if t.InputBytes(n) == t.InputBytes(pivot) && len(same) < pathsCompared {
			same = append(same, n)
		}
	}
	return same
}

// counts holds how often a path continued from a location to its false and to its true successor: n_f and n_t.
type counts [2]int

func (c counts) falseShare() float64 { return float64(c[0]) / float64(c[0]+c[1]) }

// directions are the counts of the locations on the path to a pivot.
type directions map[uint32]counts

// guide decides the directions of one walk by the report's maps F and G.
type guide struct {
	random     *draw.Source
	inside     map[uint32]bool
	paths      []directions
	distances  []float64
	generators map[uint32]*generator
}

// generator produces the numbers of G for one location.
type generator struct {
	falseShare float64 // F
	kind       int     // 0 uniform, 1 all true directions first, 2 all false ones first
	trues      int     // true directions in one period
	period     int
	position   int
}

// guide returns the guide of a walk that aims at a smaller distance than the given pivots of a class have.
func (p *Pivots) guide(random *draw.Source, c *class, compared []tree.Node, inside map[uint32]bool) *guide {
	g := &guide{random: random, inside: inside, generators: map[uint32]*generator{}}
	for _, n := range compared {
		g.paths = append(g.paths, p.wayTo(c, n).directions)
		g.distances = append(g.distances, p.tree.Distance(n).Magnitude())
	}
	return g
}

// direction returns the next direction at a location.
func (g *guide) direction(location uint32) bool {
	gen := g.generators[location]
	if gen == nil {
		gen = g.generator(location)
		g.generators[location] = gen
	}
	if gen.kind == 0 || gen.period == 0 {
		return gen.falseShare < g.random.Float64()
	}
	position := gen.position
	gen.position = (position + 1) % gen.period
	if gen.kind == 1 {
		return position < gen.trues
	}
	return position >= gen.period-gen.trues
}

func (g *guide) generator(location uint32) *generator {
	gen := &generator{falseShare: g.falseShare(location)}
	for _, path := range g.paths {
		c := path[location]
		gen.period += c[0] + c[1]
	}
	gen.trues = gen.period - int(math.Round(float64(gen.period)*gen.falseShare))
	if g.inside[location] {
		gen.kind = g.random.IntN(3)
	}
	return gen
}

// falseShare is the report's F for a location. For each pivot except the nearest, it draws a line through that
// pivot's share of false directions and the nearest pivot's share, and extrapolates to distance zero; F is the mean.
// With nothing to extrapolate from, F is the nearest pivot's share; inside loops it is the mean of that and 1/2.
func (g *guide) falseShare(location uint32) float64 {
	if len(g.paths) == 0 {
		return 0.5
	}
	nearest, known := g.paths[0][location]
	sum, n := 0.0, 0.0
	for i := range g.paths {
		c, ok := g.paths[i][location]
		difference := g.distances[0] - g.distances[i]
		if !ok || !known || difference == 0 || math.IsInf(difference, 0) || math.IsNaN(difference) {
			continue
		}
		share := c.falseShare()
		sum += share - g.distances[i]/difference*(nearest.falseShare()-share)
		n++
	}
	switch {
	case n > 0:
		return min(max(sum/n, 0), 1)
	case !known:
		return 0.5
	case g.inside[location]:
		return (nearest.falseShare() + 0.5) / 2
	}
	return nearest.falseShare()
}

// walk goes down from a node that is not closed to an open node (report 6.2, last paragraph).
func walk(t *tree.Tree, n tree.Node, g *guide) tree.Node {
	for {
		direction := g.direction(t.ID(n).Location)
		if !walkable(t, n, direction) {
			if t.Open(n) {
				return n
			}
			direction = !direction
		}
		n = t.Successor(n, direction)
	}
}

func walkable(t *tree.Tree, n tree.Node, direction bool) bool {
	s := t.Successor(n, direction)
	return s != tree.None && !t.Closed(s)
}

// Wander walks down from n, which must not be closed, to an open node. Both directions have equal chances.
func Wander(t *tree.Tree, random *draw.Source, n tree.Node) tree.Node {
	return walk(t, n, &guide{random: random, generators: map[uint32]*generator{}})
}
