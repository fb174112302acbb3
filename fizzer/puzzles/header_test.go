package puzzles

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/engine"
)

func TestReadPuzzle(t *testing.T) {
	tests := []struct {
		name, header string
		want         puzzle
		problem      string // in the error; empty: none
	}{
		{"least", "// Exercises: nothing.\n// executions: 7 (why\n// so: many)\n", puzzle{executions: 7, models: []int{32, 64}}, ""},
		{"all", "// executions: 9\n// uncovered: 2 (why)\n// models: 64\n// goal: error\n// forked: yes\n// note: a b\n",
			puzzle{executions: 9, uncovered: 2, models: []int{64}, errorGoal: true, forked: true, note: "a b"}, ""},
		{"behind the header", "// executions: 9\nint x;\n// uncovered: 2\n", puzzle{executions: 9, models: []int{32, 64}}, ""},
		{"no executions", "// Exercises: nothing.\n", puzzle{}, "no line"},
		{"no number", "// executions: many\n", puzzle{}, "invalid syntax"},
		{"data model", "// executions: 9\n// models: 16\n", puzzle{}, "neither 32 nor 64"},
	}
	for _, test := range tests {
		path := filepath.Join(t.TempDir(), "puzzle.c")
		if err := os.WriteFile(path, []byte(test.header), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := readPuzzle(path)
		if test.problem != "" {
			if err == nil || !strings.Contains(err.Error(), test.problem) {
				t.Errorf("%s: error %v instead of one about %q", test.name, err, test.problem)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		w := test.want
		if got.executions != w.executions || got.uncovered != w.uncovered || !slices.Equal(got.models, w.models) ||
			got.errorGoal != w.errorGoal || got.forked != w.forked || got.note != w.note {
			t.Errorf("%s: %+v instead of %+v", test.name, *got, w)
		}
	}
}

// TestAttempt: a puzzle is solved by the test that leaves no more directions missing than allowed.
func TestAttempt(t *testing.T) {
	direction := func(n uint32) engine.Direction { return engine.Direction{Location: n} }
	a := &attempt{puzzle: &puzzle{uncovered: 1},
		missing: map[engine.Direction]bool{direction(0): true, direction(1): true, direction(2): true}}
	for n, solved := range []bool{false, true, true} {
		if err := a.take(engine.Found{Covered: []engine.Direction{direction(uint32(n))}, Executions: uint64(10 * (n + 1))}); err != nil {
			t.Errorf("test %d: %v", n, err)
		}
		if a.solved() != solved {
			t.Errorf("after test %d: solved %v", n, a.solved())
		}
	}
	if a.last != 20 {
		t.Errorf("solved by execution %d instead of 20", a.last)
	}
	complete := &attempt{puzzle: &puzzle{}, missing: map[engine.Direction]bool{direction(0): true}}
	if err := complete.take(engine.Found{Covered: []engine.Direction{direction(0)}}); err != engine.ErrStop {
		t.Errorf("with nothing left: %v", err)
	}
}
