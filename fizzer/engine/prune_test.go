package engine

import (
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/tree"
)

// TestFreedPathsAreNoProof: when everything known is covered but nodes were freed, their paths count as closed
// although nobody knows what is behind them: the run goes on.
func TestFreedPathsAreNoProof(t *testing.T) {
	program := func(m *faketarget.Machine) {
		sum := int64(0)
		for i := int64(0); m.Compare(0, i, 64); i++ {
			c := int64(m.Char())
			sum = sum*7 + c
			m.Compare(1, c, 0)
		}
		if sum == 12345678901 { // this is no condition: nothing in the trace shows the way
			m.Compare(2, sum, 0)
		}
	}
	target := faketarget.New(faketarget.Integers("slt", "slt", "eq"), program)
	stopped := func(bytes int) string {
		e := newEngine(t, target, Config{Budget: Executions(30000), Tree: tree.Config{Bytes: uint64(bytes)}})
		summary := enginetest.MustRun(t, e)
		if summary.Pruned == 0 {
			t.Errorf("nothing was freed of a tree of %d bytes", bytes)
		}
		return summary.Reason
	}
	for _, bytes := range []int{1 << 16, 1 << 18} {
		if reason := stopped(bytes); reason == reasonNothingLeft {
			t.Errorf("a tree of %d bytes is taken for a proof: %s", bytes, reason)
		}
	}
}
