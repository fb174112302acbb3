// Package sat decides whether clauses are satisfiable, by conflict-driven clause learning (CDCL). It bounds the search by conflicts and
// visits of clauses, so that the same clauses give the same answer everywhere.
//
//	verdict, model, work := sat.Solve(clauses, near, sat.Limit{Conflicts: 10000, Visits: 1 << 28}, nil)
package sat

import "slices"

// Verdict is what a search found.
type Verdict uint8

// The verdicts.
const (
	Unknown       Verdict = iota // the limit was reached
	Satisfiable                  // there is a model
	Unsatisfiable                // there is none
)

// Limit bounds a search.
type Limit struct {
	Conflicts uint64
	Visits    uint64 // of clauses during propagation, which take most of the time
}

// Work is what a search did.
type Work Limit

// checkEvery is how many conflicts pass between two looks at whether somebody waits for the answer.
const checkEvery = 64

// Solve looks for a model of clauses, which are as in DIMACS. The search begins at near: literals that may be true in a model, those that
// decide the others first. It gives up at the limit, or when done is closed (nil: never). Index i-1 of the model holds variable i.
func Solve(clauses [][]int, near []int, limit Limit, done <-chan struct{}) (verdict Verdict, model []bool, work Work) {
	r := reduce(clauses)
	switch {
	case r.empty:
		return Unsatisfiable, nil, Work{}
	case len(r.clauses) == 0:
		return Satisfiable, r.model(nil), Work{}
	}
	s := newSearch(r.left, r.clauses)
	s.approach(r.remaining(near))
	verdict = s.run(limit, done)
	if verdict == Satisfiable {
		model = r.model(s.model())
	}
	return verdict, model, Work{Conflicts: s.conflicts, Visits: s.visits}
}

// search is the state of one search.
type search struct {
	assignment
	order
	learner
	restarts
	conflicts uint64
	gone      []removal // eliminated variables
}

// newSearch prepares a search for a model of these clauses over variables 1 to n. No clause is empty.
func newSearch(n int, clauses [][]int) *search {
	s := &search{assignment: newAssignment(n), order: newOrder(n), learner: newLearner(n), restarts: newRestarts()}
	for _, given := range clauses {
		literals := make([]literal, 0, len(given))
		for _, l := range given {
			literals = append(literals, fromDIMACS(l))
		}
		s.original(literals)
	}
	return s
}

// approach makes the values to try first those of an assignment that may be near a model: it decides the literals in their order, but for
// those that contradict what followed from the others.
func (s *search) approach(near []literal) {
	if len(near) == 0 {
		return
	}
	for _, l := range near {
		s.saved[l/2] = l
		if s.inconsistent || s.values[l] != 0 {
			continue
		}
		level := len(s.levels)
		s.levels = append(s.levels, len(s.trail))
		s.assign(l, none)
		if s.propagate() != none {
			s.backTo(level)
		}
	}
	s.backTo(0)
	s.near = slices.Clone(s.saved)
	copy(s.best, s.saved)
}

// run searches. Each turn ends with a conflict, from which a clause is learned, or with a decision.
func (s *search) run(limit Limit, done <-chan struct{}) Verdict {
	if s.inconsistent {
		return Unsatisfiable
	}
	for {
		if conflict := s.propagate(); conflict != none {
			if len(s.levels) == 0 {
				return Unsatisfiable
			}
			s.learn(conflict)
			if s.conflicts >= limit.Conflicts || s.visits >= limit.Visits || s.conflicts%checkEvery == 0 && closed(done) {
				return Unknown
			}
			continue
		}
		if s.restarts.due(s.conflicts) {
			s.restart()
			if s.conflicts >= easyConflicts && s.gone == nil {
				s.backTo(0)
				if !s.eliminate() {
					return Unsatisfiable
				}
			}
			continue
		}
		if s.learned >= s.cleaning {
			s.clean()
		}
		v, found := s.order.next(s.values)
		if !found {
			return Satisfiable
		}
		s.levels = append(s.levels, len(s.trail))
		s.assign(s.phase(v, s.stable), none)
	}
}

// learn derives a clause from a conflict, goes back to where it is a unit, and assigns that unit.
func (s *search) learn(conflict clause) {
	s.conflicts++
	s.remember(s.trail[:s.levels[len(s.levels)-1]])
	literals, level, glue := s.derive(&s.assignment, conflict)
	for _, v := range s.bumped {
		s.bump(v)
	}
	s.decay()
	s.restarts.observe(glue)
	s.backTo(level)
	reason := none
	if len(literals) > 1 {
		reason = s.add(literals, glue)
	}
	s.assign(literals[0], reason)
}

// backTo undoes the assignments above a level.
func (s *search) backTo(level int) {
	if level >= len(s.levels) {
		return
	}
	begin := s.levels[level]
	for i := len(s.trail) - 1; i >= begin; i-- {
		l := s.trail[i]
		s.values[l], s.values[l^1] = 0, 0
		s.saved[l/2] = l
		s.push(uint32(l / 2))
	}
	s.trail, s.levels, s.head = s.trail[:begin], s.levels[:level], begin
}

// restart goes back to the beginning with what was learned, and begins a new mode when it is time.
func (s *search) restart() {
	s.backTo(0)
	if s.restarts.begin(s.conflicts) {
		s.rephase(s.modes)
	}
}

// model returns the values of the variables.
func (s *search) model() []bool {
	model := make([]bool, len(s.values)/2)
	for v := range model {
		model[v] = s.values[2*v] > 0
	}
	extend(model, s.gone)
	return model
}

func closed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}
