package strategy

import (
	"math/rand/v2"

	"fizzer/fizzer/analysis/montecarlo"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
)

// source is a place from which nodes come, with all that it remembers. Whatever else it does it says by the interfaces below.
type source interface {
	// next returns a node to work on, None when this source has none. The source forgets it.
	next() tree.Node
}

// observer is a source to which primary targets are offered: open nodes of uncovered execution IDs, when they appear or an
// analysis of them ended.
type observer interface {
	observe(n tree.Node)
}

// follower is a source that sees what each run on a new path added to the tree.
type follower interface {
	follow(insertion *tree.Insertion)
}

// keeper is a source whose nodes outlive the pruning of the tree, or must be forgotten for it.
type keeper interface {
	// retain forgets all but the best nodes, at most that many of one execution ID where there may be many, and returns the rest.
	retain(most int) []tree.Node
	// forget forgets nodes that were freed although retain returned them.
	forget(most int)
}

// scope is what all sources know.
type scope struct {
	tree     *tree.Tree
	random   *rand.Rand
	ways     errorWays // nil when the goal is coverage
	part, of int       // of several strategies
	pivots   *montecarlo.Pivots
	begun    map[tree.Node]int // nodes whose minimization is to go on, and the inputs used so far
	enqueue  func(tree.Node)   // offers a node to all observers
}

// wanted: only open nodes of uncovered execution IDs are primary targets.
func (s *scope) wanted(n tree.Node) bool { return s.tree.Open(n) && !s.tree.Covered(n) }

// analysed reports whether the sensitive bits of n are known.
func (s *scope) analysed(n tree.Node) bool { return s.tree.Has(n, tree.SensitivityDone) }

// untried reports whether the values that the distance of n names are still to be tried.
func (s *scope) untried(n tree.Node) bool {
	return !s.tree.Has(n, tree.DirectDone) && !s.analysed(n)
}

// ofPivots reports whether n is not analysed and there are pivots of its execution ID.
func (s *scope) ofPivots(n tree.Node) bool {
	return !s.analysed(n) && s.pivots.Has(s.tree.ID(n))
}

// class comes before the report's order of targets, smallest first: those without a way to the error come last, and of
// both kinds those of other parts.
func (s *scope) class(n tree.Node) int {
	class := 2 * s.ways.class(s.tree, n)
	if s.of > 1 {
		id := s.tree.ID(n)
		if int(execution.ExtendPath(0, id.Location, id.Context)>>32)%s.of != s.part {
			class++
		}
	}
	return class
}

// unmended reports whether repair is the analysis for n: when minimization failed, or has nothing to work on.
func (s *scope) unmended(n tree.Node) bool {
	return s.analysed(n) && !s.tree.Has(n, tree.RepairDone) && (len(s.tree.Sensitive(n)) == 0 || s.tree.Has(n, tree.MinimizationDone))
}
