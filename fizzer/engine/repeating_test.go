package engine

import (
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
)

// TestRepeat: a counter must reach 3000, which each other value clears or ends; or as many values as are announced must be the same.
func TestRepeat(t *testing.T) {
	const size, budget = 3000, 20000
	for name, program := range map[string]func(*faketarget.Machine){
		"cleared": func(m *faketarget.Machine) {
			for counter := 0; !m.Compare(0, int64(counter), size); {
				switch v := int64(m.Int()); {
				case m.Compare(1, v, 1):
					counter++
				case m.Compare(2, v, 3):
					return
				default:
					counter = 0
				}
			}
		},
		"announced": func(m *faketarget.Machine) {
			count, same := int64(m.Int()), 0
			if m.Compare(3, count, 0) || m.Compare(4, count, 2*size) {
				return
			}
			for range count {
				if m.Compare(1, int64(m.Int()), 1) {
					same++
				}
			}
			m.Compare(0, int64(same), size)
		},
	} {
		reached := func(without ...string) bool {
			target := faketarget.New(faketarget.Integers("eq", "eq", "eq", "slt", "sgt"), program)
			target.Table().Constants = []uint64{size}
			e := newEngine(t, target, Config{Budget: Executions(budget), Without: without})
			enginetest.MustRun(t, e)
			return e.Covered()[0][1]
		}
		if with, without := reached(), reached(StepRepeat); !with || without {
			t.Errorf("%s: reached: %v, without the stage %v", name, with, without)
		}
	}
}
