package symbolic

import (
	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve"
	"fizzer/libfizzer/layout"
)

// Aim is a direction that a path excludes, and what leads to it on that path. Runs that begin like the path, and may still take the
// direction, are recorded for it (decision 064).
type Aim struct {
	goal       layout.Condition // its other direction is the one that is wanted
	directions map[uint32]bool  // of the conditions from where such runs leave the path on, as layout.Condition.Location has them
	left       int              // questions that may still be asked for it
}

// Picked by hand.
const (
	aimWorth     = 1.0 / 2 // of a direction of an aim that others have covered
	aimQuestions = 32      // questions for one aim
)

// has reports whether the other direction of a condition belongs to an aim that is not given up.
func (a *Aim) has(c *layout.Condition) bool {
	return a != nil && a.left > 0 && a.directions[c.Location^layout.DirectionBit]
}

// aimed reports whether the direction leads to the aim of its run, which nothing covers yet.
func (o *Open) aimed(view View) bool {
	a := o.Generation.aim
	return o.missing && o.Way < Turn && a.has(&o.Generation.conditions[o.Index]) && view.Worth(&a.goal, false) > 0
}

// Before returns the question for the direction with the first facts only of those that share inputs with it.
func (o *Open) Before(facts int) *solve.Query {
	query := o.Query()
	query.Holds = query.Holds[:facts]
	return query
}

// Keeping returns the question for the direction with these facts only of those that share inputs with it, by their numbers.
func (o *Open) Keeping(facts []int) *solve.Query {
	query := o.Query()
	holds := make([]expression.Ref, len(facts))
	for i, fact := range facts {
		holds[i] = query.Holds[fact]
	}
	query.Holds = holds
	return query
}

// Aim returns the direction as an aim of runs for which only the first facts need to hold, of those that share inputs with it.
func (o *Open) Aim(facts int) *Aim {
	g := o.Generation
	a := &Aim{goal: g.conditions[o.Index], directions: map[uint32]bool{}, left: aimQuestions}
	for _, c := range g.conditions[min(o.leaves(facts), int(o.Index)):o.Index] {
		a.directions[c.Location] = true
	}
	a.directions[a.goal.Location^layout.DirectionBit] = true
	return a
}

// leaves returns the number of the condition at which a run may leave the path for which only the first facts need to hold.
func (o *Open) leaves(facts int) int {
	if facts >= len(o.holds) {
		return int(o.Index)
	}
	g := o.Generation
	for i := range g.path.Facts[:o.fact] {
		fact := &g.path.Facts[i]
		if !asserted(fact) {
			continue
		}
		for _, r := range g.path.Conjuncts(fact.Holds) {
			if r == o.holds[facts] {
				return int(fact.Condition)
			}
		}
	}
	return int(o.Index)
}
