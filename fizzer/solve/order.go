package solve

import "slices"

// order is the order of the steps. Some steps before the complete search often fail where it takes little: those come after it as long as
// that is cheaper (decision 065). The order depends on the queries before alone, not on a clock.
type order struct {
	all      []int // indices of steps
	complete int   // index of the complete search; -1: there is none
	yielding []int // indices of the steps that may come after it
	success  []success
	asked    uint64
}

// success is how often a step decided a query lately, and what it took.
type success struct{ tried, decided, price uint64 }

const (
	minTried  = 16  // queries until the success of a step counts
	forgotten = 256 // queries after which the past counts half
	retried   = 16  // each such query has the steps in the order of the table, so that their success stays known
)

func newOrder(steps []step) order {
	o := order{complete: -1, success: make([]success, len(steps))}
	for i, s := range steps {
		o.all = append(o.all, i)
		switch {
		case s.name == "sat":
			o.complete = i
		case s.name == "linear" || s.name == "search":
			o.yielding = append(o.yielding, i)
		}
	}
	return o
}

// next returns the steps in the order for the next query.
func (o *order) next() []int {
	o.asked++
	if o.complete < 0 || o.asked%retried == 0 {
		return o.all
	}
	steps := make([]int, 0, len(o.all))
	var later []int
	for _, i := range o.all {
		if o.yields(i) {
			later = append(later, i)
			continue
		}
		steps = append(steps, i)
		if i == o.complete {
			steps = append(steps, later...)
		}
	}
	return steps
}

// yields tells whether a step is to come after the complete search: of two steps, the one that decides more queries for its price comes
// first.
func (o *order) yields(i int) bool {
	step, complete := o.success[i], o.success[o.complete]
	return slices.Contains(o.yielding, i) && min(step.tried, complete.tried) >= minTried &&
		float64(step.decided)*float64(complete.price) < float64(complete.decided)*float64(step.price)
}

// learn notes what a step took, in nanoseconds, and whether it decided its query.
func (o *order) learn(i int, price uint64, decided bool) {
	s := &o.success[i]
	if s.tried++; s.tried == forgotten {
		s.tried, s.decided, s.price = s.tried/2, s.decided/2, s.price/2
	}
	s.price += price
	if decided {
		s.decided++
	}
}
