package strategy

import (
	"fizzer/fizzer/analysis/montecarlo"
	"fizzer/fizzer/tree"
)

// pivotShare: every 8th call skips the pivots, so that later sources are not starved.
const pivotShare = 8

// pivotChoices is how often nodes are chosen from pivots that were sorted once. Picked by hand.
const pivotChoices = 8

// pivots is the source of the search from IID pivots (report 6.2).
type pivots struct {
	*scope
	asked int
}

func (p *pivots) next() tree.Node {
	if p.asked++; p.asked%pivotShare == 0 {
		return tree.None
	}
	return p.pivots.Choose(p.random)
}

func (p *pivots) retain(limit int) []tree.Node {
	p.pivots.Retain(limit)
	return p.pivots.Nodes()
}

func (p *pivots) forget(limit int) { p.pivots.Retain(limit) }

// stuck is the source of other paths to instructions at which minimization failed. The report looks for other paths
// only where there are no sensitive bits; but the number of digits of a number, say, is decided before the number is
// compared.
type stuck struct {
	*scope
	*montecarlo.Pivots
}

func newStuck(k *scope, most int) *stuck {
	return &stuck{k, montecarlo.New(k.tree, most, pivotChoices, func(n tree.Node) bool { return k.tree.Has(n, tree.MinimizationDone) })}
}

// next leaves the choice to the sources below in half of the calls.
func (s *stuck) next() tree.Node {
	if s.random.IntN(2) == 0 {
		return tree.None
	}
	return s.Choose(s.random)
}

func (s *stuck) retain(limit int) []tree.Node {
	s.Retain(limit)
	return s.Nodes()
}

func (s *stuck) forget(limit int) { s.Retain(limit) }

// open is the source of any open node: when everything known is covered, unknown parts may still be behind it.
type open struct{ *scope }

func (o open) next() tree.Node {
	if o.tree.Closed(o.tree.Root()) {
		return tree.None
	}
	return montecarlo.Wander(o.tree, o.random, o.tree.Root())
}
