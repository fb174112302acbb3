package engine

import (
	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// sound knows which directions of locations were covered by a run whose end keeps its coverage for sure. What only other
// runs covered may be lost in the validator: then a later run that covers it soundly is worth a test of its own.
type sound struct {
	covered [][2]bool // by location
	lacking int       // directions covered, but not soundly, or by runs that were lost all the same
}

func newSound(locations int) sound { return sound{covered: make([][2]bool, locations)} }

// Keeps reports whether validators keep the coverage of a run with this end. An error reached may be an abort of theirs.
func Keeps(ending layout.Ending) bool {
	switch ending {
	case layout.EndingNormal, layout.EndingAssumptionFailed, layout.EndingAssertionFailed, layout.EndingAborted, layout.EndingLimitInput:
		return true
	}
	return false
}

// has reports whether a direction was covered by a run whose end keeps it.
func (s *sound) has(d Direction) bool { return s.covered[d.Location][side(d.Outcome)] }

// lose notes that what covered a direction is worth nothing.
func (s *sound) lose(d Direction) {
	if mark := &s.covered[d.Location][side(d.Outcome)]; *mark {
		*mark = false
		s.lacking++
	}
}

// observe notes a run and what it was the first to cover. It returns what was covered before, but never by a sound run or
// only by lost ones, and is covered by this sound one. Cost: proportional to the trace only while there is such a direction.
func (s *sound) observe(run *execution.Run, covered []tree.Coverage) (again []Direction) {
	if s.lacking > 0 && Keeps(run.Ending) {
		again = s.lookFor(run, covered)
	}
	for _, c := range covered {
		switch {
		case !c.Location:
		case Keeps(run.Ending):
			s.covered[c.ID.Location][side(c.Direction)] = true
		default:
			s.lacking++
		}
	}
	return again
}

// lookFor marks what run covers and lacked sound coverage so far, and returns it. The trace of a known path was not checked yet.
func (s *sound) lookFor(run *execution.Run, covered []tree.Coverage) (found []Direction) {
	for _, c := range covered { // new ones do not lack anything
		if c.Location {
			s.covered[c.ID.Location][side(c.Direction)] = true
		}
	}
	for _, c := range run.Conditions.All() {
		d := Direction{execution.Location(&c), execution.Direction(&c)}
		if int(d.Location) >= len(s.covered) {
			run.Garbled = true
			break
		}
		if mark := &s.covered[d.Location][side(d.Outcome)]; !*mark {
			*mark = true
			found = append(found, d)
			s.lacking--
		}
	}
	return found
}

func side(direction bool) int {
	if direction {
		return 1
	}
	return 0
}
