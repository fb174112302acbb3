package sat

import "slices"

// easyConflicts is the number of conflicts after which variables are eliminated: most questions need fewer.
const easyConflicts = 500

// stepsPerVisit is how many steps of an elimination take as long as a visit of a clause.
const stepsPerVisit = 8

// eliminate replaces the clauses by fewer ones over fewer variables, without a decision. It reports whether there may be a model.
func (s *search) eliminate() bool {
	e := newEliminator(len(s.level))
	for c := clause(0); int(c) < len(s.words); c += s.size(c) {
		if s.words[c+1]&isLearned == 0 && !s.settled(c) {
			e.add(s.undecided(s.literals(c)))
		}
	}
	e.run()
	s.visits += uint64(e.steps / stepsPerVisit)
	for v := range s.level {
		l := literal(2 * v)
		switch {
		case e.removed[v]:
			s.values[l], s.values[l^1] = 1, -1 // in no clause: not to be decided
		case s.values[l] == 0 && e.values[l] > 0:
			s.assign(l, none)
		case s.values[l] == 0 && e.values[l] < 0:
			s.assign(l^1, none)
		}
	}
	s.gone = e.gone
	return !e.empty && s.replace(e)
}

// replace takes the clauses of an elimination, and those learned ones that have no eliminated variable. It reports whether there may be a
// model.
func (s *search) replace(e *eliminator) bool {
	old := s.words
	s.words, s.learned = make([]uint32, 0, len(old)), 0
	for i := range s.watches {
		s.watches[i] = s.watches[i][:0]
	}
	for _, l := range s.trail {
		s.reason[l/2] = none
	}
	for _, c := range e.clauses {
		if c != nil {
			s.store(c, 0)
		}
	}
	before := assignment{words: old}
	for c := clause(0); int(c) < len(old); c += before.size(c) {
		goes := func(l uint32) bool { return e.removed[l/2] || s.values[l] > 0 }
		if old[c+1]&isLearned == 0 || slices.ContainsFunc(before.literals(c), goes) {
			continue
		}
		switch literals := s.undecided(before.literals(c)); len(literals) {
		case 0:
			return false
		case 1:
			s.assign(literals[0], none)
		default:
			s.learned++
			s.store(literals, old[c+1])
		}
	}
	return true
}
