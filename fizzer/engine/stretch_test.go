package engine

import (
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
)

// TestStretch: a loop that needs the same value again and again ends after 300 of them. One stretched input does that, where each
// change of another input adds one or two iterations. The loop asks for what the last iteration gave, so that no limit is reached on
// the way.
func TestStretch(t *testing.T) {
	found := func(without ...string) (n int) {
		for seed := range uint64(4) {
			target := faketarget.New(faketarget.Integers("eq", "slt", "slt"), func(m *faketarget.Machine) {
				turns := int64(0)
				for m.Compare(0, int64(m.Uchar()%16), 5) {
					turns++
				}
				m.Compare(1, 300, turns)
				m.Compare(2, 3000, turns)
			})
			summary := enginetest.MustRun(t, newEngine(t, target, Config{Seed: seed, Budget: Executions(40_000), Without: without}))
			if summary.Tree.CoveredDirections == 6 {
				n++
			}
		}
		return n
	}
	if with, without := found(), found(StepStretch); with < 3 || without >= with {
		t.Errorf("of 4 searches %d with, %d without", with, without)
	}
}
