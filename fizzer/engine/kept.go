package engine

import (
	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
)

// kept knows which directions of locations were covered by a run whose ending validators keep for sure. A validator may lose directions
// that only other runs covered: so a later run that covers one of them and is kept is worth a test of its own.
type kept struct {
	covered [][2]bool           // by location
	lacking int                 // directions covered, but by no kept run or only by runs that replay rejected
	told    *execution.Coverage // where targets see which of them were covered by no kept run
}

func newKept(locations int, told *execution.Coverage) kept {
	return kept{covered: make([][2]bool, locations), told: told}
}

// lacks counts a direction that is lacking, or no longer is.
func (k *kept) lacks(d Direction, lacks bool) {
	if lacks {
		k.lacking++
	} else {
		k.lacking--
	}
	k.told.SetLacking(d.Location, d.Outcome, lacks)
}

// has reports whether a kept run covered a direction.
func (k *kept) has(d Direction) bool { return k.covered[d.Location][side(d.Outcome)] }

// reject records that replay rejected the tests for a direction: it no longer counts as kept.
func (k *kept) reject(d Direction) {
	if mark := &k.covered[d.Location][side(d.Outcome)]; *mark {
		*mark = false
		k.lacking++ // targets need not look for it: the next test would probably be rejected, too
	}
}

// observe records a run and what it was the first to cover. If validators keep this run, it returns the directions of the run that were
// covered before, but by no kept run or only by rejected ones. The cost is proportional to the trace only while there are such
// directions.
func (k *kept) observe(run *execution.Run, covered []tree.Coverage) (again []Direction) {
	if k.lacking > 0 && execution.Keeps(run.Ending) {
		again = k.lookFor(run, covered)
	}
	for _, c := range covered {
		switch {
		case !c.Location:
		case execution.Keeps(run.Ending):
			k.covered[c.ID.Location][side(c.Direction)] = true
		default:
			k.lacks(Direction{c.ID.Location, c.Direction}, true)
		}
	}
	return again
}

// lookFor marks the directions that run covers and that no kept run covered so far, and returns them. The trace of a
// known path has not been checked yet.
func (k *kept) lookFor(run *execution.Run, covered []tree.Coverage) (found []Direction) {
	for _, c := range covered { // new directions do not lack anything
		if c.Location {
			k.covered[c.ID.Location][side(c.Direction)] = true
		}
	}
	for _, c := range run.Conditions.All() {
		d := Direction{execution.Location(&c), execution.Direction(&c)}
		if int(d.Location) >= len(k.covered) {
			run.Garbled = true
			break
		}
		if mark := &k.covered[d.Location][side(d.Outcome)]; !*mark {
			*mark = true
			found = append(found, d)
			k.lacks(d, false)
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
