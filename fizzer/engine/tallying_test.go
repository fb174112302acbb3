package engine

import (
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
)

// TestTally: of 800 values exactly 234 must be above 1000 in groups, or those that are not negative must have the sum 77,777 while none is
// above 1000. No constant of the program is known.
func TestTally(t *testing.T) {
	const size, budget, seeds = 800, 4000, 3
	for name, program := range map[string]func(*faketarget.Machine){
		"count": func(m *faketarget.Machine) {
			count, groups, before := 0, 0, false
			for i := range size {
				m.Compare(1, int64(i), size)
				above := m.Compare(2, int64(m.Int()), 1000)
				if above {
					count++
				}
				if above != before {
					groups++
				}
				before = above
			}
			if m.Compare(3, int64(groups), 7) {
				m.Compare(0, int64(count), 234)
			}
		},
		"changes": func(m *faketarget.Machine) {
			changes, before := 0, false
			for i := range size {
				m.Compare(1, int64(i), size)
				negative := m.Compare(2, 0, int64(m.Int()))
				if negative != before {
					changes++
				}
				before = negative
			}
			m.Compare(0, int64(changes), 272)
		},
		"sum": func(m *faketarget.Machine) {
			sum, negative := 0, 0
			for i := range size {
				m.Compare(1, int64(i), size)
				value := int(m.Int())
				if m.Compare(4, int64(value), 1000) {
					return
				}
				if m.Compare(2, int64(value), -1) {
					sum += value
				} else {
					negative++
				}
			}
			if m.Compare(3, int64(negative), 0) {
				m.Compare(0, int64(sum), 77_777)
			}
		},
	} {
		reached := func(without ...string) (often int) {
			for seed := range seeds {
				target := faketarget.New(faketarget.Integers("eq", "slt", "sgt", "sgt", "sgt"), program)
				e := newEngine(t, target, Config{Budget: Executions(budget), Seed: uint64(seed), Without: without})
				enginetest.MustRun(t, e)
				if e.Covered()[0][1] {
					often++
				}
			}
			return often
		}
		if with, without := reached(), reached(StepTally); with < seeds-1 || without > 1 {
			t.Errorf("%s: reached with %d of %d seeds, without the stage with %d", name, with, seeds, without)
		}
	}
}
