package strategy

import (
	"fizzer/fizzer/analysis/montecarlo"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/tree"
)

// source supplies nodes and owns its state. The interfaces below say what else a source may do.
type source interface {
	// next returns a node to work on, or None when this source has none. The source forgets the node.
	next() tree.Node
}

// observer is a source that is told about primary targets: open nodes of uncovered execution IDs, when they appear or when an analysis
// of them has ended.
type observer interface {
	observe(n tree.Node)
}

// follower is a source that sees what each run on a new path added to the tree.
type follower interface {
	follow(insertion *tree.Insertion)
}

// keeper is a source whose nodes outlive the pruning of the tree, or that has to forget them then.
type keeper interface {
	// retain keeps the best nodes and returns them; where one execution ID may have many, at most limit of each.
	retain(limit int) []tree.Node
	// forget drops the nodes that were freed although retain returned them.
	forget(limit int)
}

// scope is what all sources share.
type scope struct {
	tree    *tree.Tree
	random  *draw.Source
	ways    errorWays // nil when the goal is coverage
	shares  Shares    // nil when there is one strategy
	pivots  *montecarlo.Pivots
	begun   map[tree.Node]int // nodes whose minimization is to go on, and the inputs used so far
	enqueue func(tree.Node)   // offers a node to all observers
}

// wanted reports whether n is a primary target: an open node of an uncovered execution ID.
func (s *scope) wanted(n tree.Node) bool { return s.tree.Open(n) && !s.tree.Covered(n) }

// analysed reports whether the sensitive bits of n are known.
func (s *scope) analysed(n tree.Node) bool { return s.tree.Has(n, tree.SensitivityDone) }

// untried reports whether the values that follow from the distance of n have not been tried yet.
func (s *scope) untried(n tree.Node) bool {
	return !s.tree.Has(n, tree.DirectDone) && !s.analysed(n)
}

// ofPivots reports whether n is not analysed and its execution ID has pivots.
func (s *scope) ofPivots(n tree.Node) bool {
	return !s.analysed(n) && s.pivots.Has(s.tree.ID(n))
}

// class is compared before the report's order of targets; smaller comes first. Nodes without a way to the error come last, and in both
// groups the nodes of other strategies come after those of this one.
func (s *scope) class(n tree.Node) int {
	class := 2 * s.ways.class(s.tree, n)
	if s.shares != nil && !s.shares.Own(targetOf(s.tree.ID(n))) {
		class++
	}
	return class
}

// changes counts how often the classes of nodes have changed.
func (s *scope) changes() uint64 {
	if s.shares == nil {
		return 0
	}
	return s.shares.Changes()
}

// unmended reports whether n needs repair: minimization failed there, or has nothing to work on.
func (s *scope) unmended(n tree.Node) bool {
	return s.analysed(n) && !s.tree.Has(n, tree.RepairDone) && (len(s.tree.Sensitive(n)) == 0 || s.tree.Has(n, tree.MinimizationDone))
}
