package engine

import (
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// behind tells whether a run that ended at a limit has something to gain behind it. This is a direction that no run has taken and that
// some input may take, after the place where the run ended; or the end of the program, as long as some direction was covered only by runs
// that validators do not keep. If reach_error is the goal, it is a call of that.
type behind struct {
	e      *Engine
	table  *locations.Behind // nil: nobody knows or asks, and there is always something
	errors []bool            // by component: a call of reach_error is behind it; nil: that is not the goal
	end    []bool            // by component: the end of the program is behind it
	of     [][]int32         // by component: those of its conditions that may be open
	found  []witness         // by component: what was found last
	seen   []int32           // by component: number of the newest search that came to it
	search int32             // number of the newest search
}

// witness is a direction that was open; it is what is behind a component as long as it is open.
type witness struct {
	edge  locations.Edge
	known bool
	none  bool // nothing is open, and nothing will be
}

// place is the component of the flow in which a run ended.
type place int32

// unknown is the place of which nobody knows what is behind it.
const unknown place = -1

func newBehind(e *Engine) *behind {
	b, conditions := &behind{e: e}, e.config.Locations.Conditions
	table := e.config.Locations.Behind
	if e.parts.off(PartBehind) || e.config.Faults || table == nil || e.config.ErrorGoal && len(table.Errors) == 0 {
		return b
	}
	count := len(table.Next)
	b.table, b.end = table, leadingTo(table, []int{table.End})
	if e.config.ErrorGoal {
		b.errors = leadingTo(table, table.Errors)
	}
	b.of, b.found, b.seen = make([][]int32, count), make([]witness, count), make([]int32, count)
	for i := range conditions {
		if c := &conditions[i]; c.Unreachable || c.Implied || c.NeverFalse && c.NeverTrue {
			continue
		}
		for _, component := range [2]int{table.Waiting[i], table.Called[i]} {
			if component >= 0 {
				b.of[component] = append(b.of[component], int32(i))
			}
		}
	}
	return b
}

// leadingTo returns, by component, whether some of the given components is behind it. Components come after those that follow them.
func leadingTo(table *locations.Behind, components []int) []bool {
	leads := make([]bool, len(table.Next))
	for _, c := range components {
		if c >= 0 {
			leads[c] = true
		}
	}
	for c, next := range table.Next {
		leads[c] = leads[c] || slices.ContainsFunc(next, func(to int) bool { return leads[to] })
	}
	return leads
}

// lastConditions is how many conditions at the end of what is recorded of a run are asked. All are places that the run has come past. The
// last ones may be in a function that is called from everywhere, so that everything is behind them.
const lastConditions = 16

// place returns where a run ended, and whether something is to be gained behind it. The trace need not have been checked.
func (b *behind) place(run *execution.Run) (last place, gain bool) {
	if b.table == nil {
		return unknown, true
	}
	if last = unknown; run.Unrecorded > 0 {
		if last = b.at(run.Last); !b.open(last) {
			return last, false
		}
	}
	n := run.Conditions.Len()
	for i := n - 1; i >= max(n-lastConditions, 0); i-- {
		p := b.at(run.Conditions.At(i).Location)
		if !b.open(p) {
			return p, false
		}
		if last == unknown {
			last = p
		}
	}
	return last, true
}

// at returns the place of a condition, which is given as in a trace.
func (b *behind) at(location uint32) place {
	if location &^= layout.DirectionBit; int(location) < len(b.table.Waiting) {
		return place(b.table.Waiting[location])
	}
	return unknown
}

// open reports whether something is to be gained behind a place.
func (b *behind) open(p place) bool {
	switch {
	case p == unknown:
		return true
	case b.errors != nil:
		return b.errors[p]
	case b.end[p] && b.e.finds.kept.lacking > 0:
		return true
	}
	w := &b.found[p]
	if !w.none && !(w.known && b.isOpen(w.edge)) {
		*w = b.look(int(p))
	}
	return !w.none
}

// isOpen reports whether some input may take a direction of a condition that may be open, and no run has.
func (b *behind) isOpen(d locations.Edge) bool {
	c := &b.e.config.Locations.Conditions[d.Location]
	never := d.Outcome && c.NeverTrue || !d.Outcome && c.NeverFalse
	return !never && !b.e.tree.LocationCovered(d.Location, d.Outcome)
}

// look searches for an open direction behind a component. The cost is at most linear in the size of the program; conditions of which both
// directions are covered are looked at once.
func (b *behind) look(component int) witness {
	b.search++
	var visited []int
	todo := []int{component}
	for len(todo) > 0 {
		component := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if b.seen[component] == b.search || b.found[component].none {
			continue
		}
		b.seen[component] = b.search
		visited = append(visited, component)
		for of := &b.of[component]; len(*of) > 0; *of = (*of)[1:] {
			for _, outcome := range [2]bool{false, true} {
				if d := (locations.Edge{Location: uint32((*of)[0]), Outcome: outcome}); b.isOpen(d) {
					return witness{edge: d, known: true}
				}
			}
		}
		todo = append(todo, b.table.Next[component]...)
	}
	for _, component := range visited {
		b.found[component] = witness{none: true}
	}
	return witness{none: true}
}
