package engine

import (
	"context"
	"slices"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
)

// TestClimb: what lies behind a loop of many reads, or of many conditions, is found in a few runs; without the climb the search does
// not get there. The limits of all other runs stay low.
func TestClimb(t *testing.T) {
	const turns = 70_000
	for _, test := range []struct {
		name    string
		program func(m *faketarget.Machine)
	}{
		{"reads", func(m *faketarget.Machine) {
			n := int64(0)
			for !m.Compare(0, int64(m.Int()), 1) {
				if n++; m.Compare(1, n, turns) {
					break
				}
			}
			m.Compare(2, n, turns)
		}},
		{"conditions", func(m *faketarget.Machine) {
			x := int64(m.Int())
			for n := int64(0); m.Compare(0, n, turns); n++ {
				m.Compare(1, x, 7)
			}
			m.Compare(2, x, 8)
		}},
	} {
		for _, on := range []bool{true, false} {
			conditions := faketarget.Integers("eq", "sge", "sge")
			if test.name == "conditions" {
				conditions = faketarget.Integers("slt", "eq", "eq")
			}
			target := &longest{Target: faketarget.New(conditions, test.program)}
			config := Config{Budget: Executions(3000)}
			if !on {
				config.Without = []string{PartReach}
			}
			config.Target, config.Locations = target, target.Table()
			e, err := New(config)
			if err != nil {
				t.Fatal(err)
			}
			summary := enginetest.MustRun(t, e)
			if all := summary.Tree.CoveredDirections == 6; all != on && (on || test.name == "reads") {
				t.Errorf("%s, climbing %v: %s", test.name, on, describe(summary))
			}
			if on && target.conditions > 400*turns {
				t.Errorf("%s: %d conditions", test.name, target.conditions)
			}
		}
	}
}

// longest counts the conditions of all runs.
type longest struct {
	*faketarget.Target
	conditions int
}

func (l *longest) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	runs, err := l.Target.Execute(ctx, batch)
	for i := range runs {
		l.conditions += runs[i].Evaluated()
	}
	return runs, err
}

// TestInputsAheadAreCut: of inputs that are longer than a run may read nothing more is copied, also where one continues another; the
// corpus keeps them.
func TestInputsAheadAreCut(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq"), func(*faketarget.Machine) {})
	e := newEngine(t, target, Config{})
	long := []byte{1, 2, 3, 4, 5, 6, 7, 8, 9}
	e.corpus.Limited.Add(long)
	e.corpus.Limited.Add([]byte{10, 11, 12})
	longest := 0
	for _, input := range (&ahead{e: e}).inputs(100, 5) {
		if longest = max(longest, len(input)); len(input) < 3 || input[0] == 1 && !slices.Equal(input, long[:5]) {
			t.Fatal(input)
		}
		input[0] = 77
	}
	if longest != 5 || long[0] != 1 {
		t.Errorf("at most %d bytes; %v in the corpus", longest, long)
	}
}
