package engine

import (
	"context"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
)

// TestExecutionsAreExact: the number of executions bounds the whole run, including its optimizer and repeated runs.
func TestExecutionsAreExact(t *testing.T) {
	for _, bound := range []uint64{1, 2, 3, 50, 100, 1000, 4097} {
		made := uint64(0)
		target := faketarget.New(append(faketarget.Integers("eq"), enginetest.Locations()...), func(m *faketarget.Machine) {
			x := int64(m.Int())
			m.Compare(0, x*x, 3) // never true: there is always something to do
			for i := range int64(x) {
				m.Compare(1, i, x) // runs that end at a limit, for the optimizer
			}
		})
		target.Log = func([]byte) { made++ }
		e := newEngine(t, target, Config{Budget: Executions(bound), Limits: execution.Limits{Conditions: 40, Depth: 4, InputBytes: 64,
			Milliseconds: 1000}})
		if _, err := e.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := e.Optimize(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := e.Progress().Executions; got != bound || made != bound {
			t.Errorf("%d executions, %d of them made, of %d", got, made, bound)
		}
	}
}
