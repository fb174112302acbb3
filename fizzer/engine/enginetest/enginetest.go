// Package enginetest holds what tests of one engine and of several share: a program to search, and a run that has to end
// without an error.
package enginetest

import (
	"context"
	"testing"

	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/libfizzer/locations"
)

// Machine is a state machine over characters with a counter, with the locations of Locations. Only the Monte Carlo
// search reaches some of it.
func Machine(m *faketarget.Machine) {
	state, count := int64(0), int64(0)
	for i := int64(0); m.Compare(0, i, 12); i++ {
		c := int64(m.Char())
		m.Call(uint32(state), func() {
			if m.Compare(1, c, state*11+5) {
				state++
			}
		})
		if m.Compare(2, c, 40) {
			count++
		}
		if m.Compare(3, state, 4) && m.Compare(4, count, 3) {
			m.ReachError()
			m.Crash()
		}
	}
	m.Compare(5, count, 9)
}

// Locations returns those of Machine, new for each caller.
func Locations() []locations.Condition {
	return faketarget.Integers("slt", "eq", "sgt", "eq", "eq", "eq")
}

// NewTarget returns a target of Machine.
func NewTarget() *faketarget.Target { return faketarget.New(Locations(), Machine) }

// Runner is an engine or a crew.
type Runner interface {
	Run(context.Context) (formats.Summary, error)
}

// MustRun runs an engine or a crew to its end.
func MustRun(t testing.TB, r Runner) formats.Summary {
	t.Helper()
	summary, err := r.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return summary
}
