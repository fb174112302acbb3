package runner

import (
	"context"
	"fmt"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// TestStates: a run that asks for more than its input ends there, and its state is that of other runs if and only if the variables are the
// same: in one process for all runs and in one of its own, whatever ran before.
func TestStates(t *testing.T) {
	for _, bits := range []int{32, 64} {
		for _, persistent := range []bool{false, true} {
			t.Run(fmt.Sprint(bits, persistent), func(t *testing.T) {
				t.Parallel()
				p := start(t, buildTarget(t, "testdata/states.c", bits).Executable, persistent)
				states := func(inputs ...string) (all []uint64) {
					batch := execution.Batch{Limits: stateLimits, States: layout.StatesVariables}
					for _, input := range inputs {
						batch.Inputs = append(batch.Inputs, []byte(input))
					}
					runs, err := p.Execute(context.Background(), &batch)
					if err != nil || len(runs) != len(inputs) {
						t.Fatal(len(runs), err)
					}
					for i, run := range runs {
						if run.Ending != layout.EndingLimitInput || run.Detail != 1 || len(run.Bytes) != len(inputs[i]) || run.State == 0 {
							t.Errorf("%q: %+v", inputs[i], run)
						}
						all = append(all, run.State)
					}
					return all
				}
				s := states("", "a", "ab", "b", "abc", "bc", "z", "za", "zb", "zzab")
				for _, test := range []struct {
					name        string
					left, right int
					same        bool
				}{
					{"something was", 0, 1, false}, {"other things", 1, 3, false},
					{"the same in another order", 2, 9, true}, {"more", 4, 5, false}, {"a local variable", 0, 6, true}, {"a large array", 7, 8, false},
				} {
					if (s[test.left] == s[test.right]) != test.same {
						t.Errorf("%s: %x", test.name, s)
					}
				}
				again := states("ab")
				if first := states("zzab"); first[0] != again[0] {
					t.Errorf("%x in a later batch, and %x", first, again)
				}
			})
		}
	}
}
