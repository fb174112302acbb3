package engine

import (
	"fizzer/fizzer/execution"
	"fizzer/libfizzer/locations"
)

// behind tells whether a run that ended at a limit has something to gain behind it: a direction that no run has taken and that some input
// may take, after the place where the run ended. If reach_error is the goal, it is a call of that.
type behind struct {
	e       *Engine
	table   *locations.Behind
	errors  bool      // places are judged by their distance from reach_error
	of      [][]int32 // by component: the conditions in it
	found   []witness // by component: what was found last
	seen    []int32   // by component: number of the search that came to it
	search  int32     // number of the newest search
	nothing bool      // is behind the run that was asked last
}

// witness is a direction that was open; it is what is behind a component as long as it is open.
type witness struct {
	edge    locations.Edge
	unknown bool // not searched for yet
	none    bool // nothing is open, and nothing will be
}

// place is where a run ended; the zero value is an unknown place, behind which there may be everything.
type place struct {
	edge  locations.Edge
	known bool
}

func newBehind(e *Engine) *behind {
	b := &behind{e: e}
	table := e.config.Locations
	if e.parts.off(PartBehind) || e.config.Faults {
		return b
	}
	if e.config.ErrorGoal {
		for i := range table.Conditions {
			c := &table.Conditions[i]
			b.errors = b.errors || c.ErrorFalse > 0 || c.ErrorTrue > 0
		}
		return b
	}
	if b.table = table.Behind; b.table == nil {
		return b
	}
	count := len(b.table.Next)
	b.of, b.found, b.seen = make([][]int32, count), make([]witness, count), make([]int32, count)
	for i := range b.found {
		b.found[i].unknown = true
	}
	for i := range table.Conditions {
		for _, component := range [2]int{b.table.Waiting[i], b.table.Called[i]} {
			if component >= 0 {
				b.of[component] = append(b.of[component], int32(i))
			}
		}
	}
	return b
}

// lastConditions is how many conditions at the end of a run are asked. All are places that the run has come past. The last ones may be in
// a function that is called from everywhere, so that everything is behind them.
const lastConditions = 16

// place returns where a run ended, and whether something is to be gained behind it. A run without recorded conditions is taken to be
// like the one before.
func (b *behind) place(run *execution.Run) (p place, gain bool) {
	n := run.Conditions.Len()
	if n == 0 {
		return place{}, !b.nothing
	}
	for i := n - 1; i >= max(n-lastConditions, 0); i-- {
		c := run.Conditions.At(i)
		p = place{locations.Edge{Location: execution.Location(&c), Outcome: execution.Direction(&c)}, true}
		if !b.open(p) {
			b.nothing = true
			return p, false
		}
	}
	b.nothing = false
	return p, true
}

// open reports whether something is to be gained behind a place.
func (b *behind) open(p place) bool {
	switch {
	case !p.known:
		return true
	case b.errors:
		c := &b.e.config.Locations.Conditions[p.edge.Location]
		return p.edge.Outcome && c.ErrorTrue > 0 || !p.edge.Outcome && c.ErrorFalse > 0
	case b.table == nil || b.table.Waiting[p.edge.Location] < 0:
		return true
	}
	w := &b.found[b.table.Waiting[p.edge.Location]]
	if w.unknown || !w.none && !b.isOpen(w.edge) {
		*w = b.look(b.table.Waiting[p.edge.Location])
	}
	return !w.none
}

// isOpen reports whether some input may take a direction that no run has taken.
func (b *behind) isOpen(d locations.Edge) bool {
	c := &b.e.config.Locations.Conditions[d.Location]
	never := d.Outcome && c.NeverTrue || !d.Outcome && c.NeverFalse
	return !never && !c.Unreachable && !c.Implied && !b.e.tree.LocationCovered(d.Location, d.Outcome)
}

// look searches for an open direction behind a component. The cost is at most linear in the size of the program.
func (b *behind) look(component int) witness {
	b.search++
	todo := []int{component}
	for len(todo) > 0 {
		component := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if b.seen[component] == b.search || b.found[component].none {
			continue
		}
		b.seen[component] = b.search
		for _, i := range b.of[component] {
			for _, outcome := range [2]bool{false, true} {
				if d := (locations.Edge{Location: uint32(i), Outcome: outcome}); b.isOpen(d) {
					return witness{edge: d}
				}
			}
		}
		todo = append(todo, b.table.Next[component]...)
	}
	return witness{none: true}
}
