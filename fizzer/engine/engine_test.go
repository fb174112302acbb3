package engine

import (
	"context"
	"fmt"
	"testing"

	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/locations"
)

// puzzle is a program in closed form, all of whose locations can be covered in both directions.
type puzzle struct {
	name       string
	executions uint64 // within which it must be solved; why is said beside it
	conditions []locations.Condition
	program    func(m *faketarget.Machine)
}

func kind(kind locations.Kind, predicate locations.Predicate, bits int) locations.Condition {
	return locations.Condition{Kind: kind, Predicate: predicate, Bits: bits}
}

var puzzles = []puzzle{
	{"linear", 200, faketarget.Integers("eq"), func(m *faketarget.Machine) {
		m.Compare(0, int64(m.Int()), 123456789)
	}},
	{"long equality", 200, []locations.Condition{kind(locations.KindInteger, "eq", 64)}, func(m *faketarget.Machine) {
		m.Compare(0, m.Long(), 1234567890123456789)
	}},
}

func (p *puzzle) solve(t *testing.T, seed uint64) Summary {
	t.Helper()
	target := faketarget.New(p.conditions, p.program)
	e, err := New(Config{Target: target, Locations: target.Table(), Seed: seed, Budget: Executions(p.executions), BatchSize: 8, Check: true})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := e.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return summary
}

func TestPuzzles(t *testing.T) {
	for _, p := range puzzles {
		for seed := uint64(1); seed <= 3; seed++ {
			t.Run(fmt.Sprint(p.name, " seed ", seed), func(t *testing.T) {
				s := p.solve(t, seed)
				if s.Tree.CoveredDirections != 2*len(p.conditions) {
					t.Errorf("%d of %d directions after %d executions: %s", s.Tree.CoveredDirections, 2*len(p.conditions), s.Executions, describe(s))
				}
				t.Log(s.Executions, describe(s))
			})
		}
	}
}

func describe(s Summary) string {
	text := s.Reason
	for _, a := range s.Analyses {
		text += fmt.Sprintf("; %+v", *a)
	}
	return text
}
