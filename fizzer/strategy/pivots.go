package strategy

import (
	"fizzer/fizzer/analysis/montecarlo"
	"fizzer/fizzer/tree"
)

// pivotShare: every 8th call skips the pivots, so that later sources are not starved.
const pivotShare = 8

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

func (p *pivots) retain(most int) []tree.Node {
	p.pivots.Retain(most)
	return p.pivots.Nodes()
}

func (p *pivots) forget(most int) { p.pivots.Retain(most) }

// stuck is the source of other paths to instructions at which minimization failed, which the report looks for only where there
// are no sensitive bits: how many digits a number has, say, is decided before it is compared.
type stuck struct {
	*scope
	*montecarlo.Pivots
}

// next leaves the choice to the sources below half of the times.
func (s *stuck) next() tree.Node {
	if s.random.IntN(2) == 0 {
		return tree.None
	}
	return s.Choose(s.random)
}

func (s *stuck) retain(most int) []tree.Node {
	s.Retain(most)
	return s.Nodes()
}

func (s *stuck) forget(most int) { s.Retain(most) }

// open is the source of any open node: when all that is known is covered, what is not known yet may be behind it.
type open struct{ *scope }

func (o open) next() tree.Node {
	if o.tree.Closed(o.tree.Root()) {
		return tree.None
	}
	return montecarlo.Wander(o.tree, o.random, o.tree.Root())
}
