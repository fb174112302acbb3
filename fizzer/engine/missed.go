package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Missed is a direction that an evaluated location never took, with the run that came closest.
type Missed struct {
	Direction
	Distance  float64     // value of the branching function; infinite if unknown
	Input     trace.Input // of the run
	Sensitive []uint32    // offsets of the bytes that affect it, as far as an analysis found them
	Depth     int         // index of the condition in the run's trace
}

// maxShown bounds the number of conditions around which the tree is shown.
const maxShown = 40

// Missed returns the missed directions of all evaluated locations, by location, and the tree around the first of
// them, which is nil when none is missed. Only the goroutine that runs the engine may call it. The cost is
// proportional to the tree. If ctx ends before the whole tree was seen, directions may be lacking, and other runs closer.
func (e *Engine) Missed(ctx context.Context) ([]Missed, *formats.Branch) {
	return picture{e.tree}.missed(ctx)
}

// picture describes what a tree lacks.
type picture struct{ tree *tree.Tree }

func (p picture) missed(ctx context.Context) ([]Missed, *formats.Branch) {
	best, least := map[Direction]tree.Node{}, map[Direction]float64{}
	_ = p.tree.WalkWhile(ctx, func(n tree.Node) { // what was seen is worth showing
		outcome, missing := p.tree.Missing(n)
		if !missing {
			return
		}
		d := Direction{p.tree.ID(n).Location, outcome}
		if p.tree.LocationCovered(d.Location, outcome) {
			return
		}
		closeness := p.closeness(n)
		if old, found := least[d]; !found || closeness < old {
			best[d], least[d] = n, closeness
		}
	})
	var all []Missed
	for d, n := range best {
		all = append(all, Missed{
			Direction: d, Distance: p.tree.Distance(n).Float(), Input: p.tree.Input(n).Clone(), Sensitive: slices.Clone(p.tree.Sensitive(n)),
			Depth: p.tree.Depth(n),
		})
	}
	slices.SortFunc(all, CompareMissed)
	targets := map[tree.Node]bool{}
	for _, m := range all[:min(len(all), maxShown)] {
		targets[best[m.Direction]] = true
	}
	return all, p.around(targets)
}

// CompareMissed orders missed directions by location, and at the same location false before true.
func CompareMissed(a, b Missed) int {
	return cmp.Or(cmp.Compare(a.Location, b.Location), side(a.Outcome)-side(b.Outcome))
}

// Closer reports whether m came closer to its direction than another run. At the same distance, a run with known
// sensitive bytes is closer.
func (m *Missed) Closer(other *Missed) bool {
	return cmp.Or(cmp.Compare(math.Abs(m.Distance), math.Abs(other.Distance)), min(len(other.Sensitive), 1)-min(len(m.Sensitive), 1)) < 0
}

// closeness orders the nodes of one missed direction: by distance, then nodes with known sensitive bits first.
func (p picture) closeness(n tree.Node) float64 {
	d := p.tree.Distance(n).Magnitude()
	if math.IsInf(d, 1) {
		d = math.MaxFloat64
	}
	if len(p.tree.Sensitive(n)) == 0 {
		return math.Nextafter(d, math.Inf(1))
	}
	return d
}

// around returns the part of the tree that leads to the targets.
func (p picture) around(targets map[tree.Node]bool) *formats.Branch {
	if len(targets) == 0 {
		return nil
	}
	var shown nodes
	for n := range targets {
		for ; n != tree.None && shown.add(n); n = p.tree.Parent(n) {
		}
	}
	return p.branch(p.tree.Root(), targets, shown)
}

// nodes is a set of nodes, a bit for each up to the greatest: a path may have millions.
type nodes []uint64

// add adds a node, and reports whether it was not there.
func (s *nodes) add(n tree.Node) bool {
	if word := int(n / 64); word >= len(*s) {
		*s = append(*s, make([]uint64, word+1-len(*s))...)
	}
	missing := !s.has(n)
	(*s)[n/64] |= 1 << (n % 64)
	return missing
}

func (s nodes) has(n tree.Node) bool { return int(n/64) < len(s) && s[n/64]>>(n%64)&1 != 0 }

// branch describes the tree from n on; chains of conditions with one shown successor are left out.
func (p picture) branch(n tree.Node, targets map[tree.Node]bool, shown nodes) *formats.Branch {
	skipped := 0
	for !targets[n] {
		next, only := p.onlySuccessor(n, shown)
		if !only {
			break
		}
		n, skipped = next, skipped+1
	}
	b := &formats.Branch{Location: p.tree.ID(n).Location, Depth: p.tree.Depth(n), Skipped: skipped, Missed: targets[n]}
	for i, outcome := range []bool{false, true} {
		b.Outcomes[i].State = p.state(n, outcome)
		if s := p.tree.Successor(n, outcome); s != tree.None && shown.has(s) {
			b.Outcomes[i].Branch = p.branch(s, targets, shown)
		}
	}
	return b
}

func (p picture) onlySuccessor(n tree.Node, shown nodes) (tree.Node, bool) {
	left, right := p.tree.Successor(n, false), p.tree.Successor(n, true)
	leftShown, rightShown := left != tree.None && shown.has(left), right != tree.None && shown.has(right)
	if leftShown {
		return left, !rightShown
	}
	return right, rightShown
}

// state describes in one word what is behind an outcome.
func (p picture) state(n tree.Node, outcome bool) string {
	switch p.tree.Label(n, outcome) {
	case tree.NotVisited:
		return "not taken"
	case tree.EndExceptional:
		return "crashed"
	case tree.EndNormal:
		return "ended"
	}
	if s := p.tree.Successor(n, outcome); s != tree.None && !p.tree.Closed(s) {
		return "open"
	}
	return "closed"
}

// Covered returns for each location whether it was evaluated to false and to true.
func (e *Engine) Covered() [][2]bool {
	covered := make([][2]bool, e.tree.Decoder().Locations())
	for i := range covered {
		covered[i] = [2]bool{e.tree.LocationCovered(uint32(i), false), e.tree.LocationCovered(uint32(i), true)}
	}
	return covered
}
