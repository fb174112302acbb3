package runner

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/layout"
)

// TestCut: the target records cut runs as faketarget.Cut, which is a few lines, cuts the same runs recorded whole.
func TestCut(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		p.options.Locations = 64
		if err := p.grow(limits); err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		inputs := longInputs(random)
		whole := slices.Clone(executeWithin(t, p, limits, inputs...))
		detach(whole)
		cuts, novel, followed := 0, 0, 0
		for range 40 {
			rule := randomRule(random, whole)
			runs := executeCut(t, p, rule, inputs)
			for i := range runs {
				want := whole[i]
				faketarget.Cut(&want, rule)
				compareCut(t, i, &runs[i], &want)
				if !runs[i].Whole() {
					cuts++
				}
				if runs[i].Novel {
					novel++
				}
				if runs[i].Conditions.Len() > (rule.After+1)*layout.ChunkConditions {
					followed++
				}
			}
		}
		if cuts == 0 || novel == 0 || novel == cuts || followed == 0 {
			t.Errorf("%d runs were cut, %d of them novel, %d followed a path", cuts, novel, followed)
		}
	})
}

// longInputs are commands of testdata/program.c that make runs of up to some hundred conditions.
func longInputs(random *rand.Rand) [][]byte {
	var inputs [][]byte
	for i := range 24 {
		inputs = append(inputs, []byte{'C', byte(random.IntN(4)), byte(40 * (i % 6)), byte(random.Uint32())})
	}
	return inputs
}

// randomRule follows one of the runs or none; some of their directions are covered.
func randomRule(random *rand.Rand, runs []execution.Run) *execution.Cut {
	rule := &execution.Cut{After: 1 + random.IntN(2), Covered: execution.NewCoverage(64)}
	if random.IntN(4) > 0 {
		conditions := runs[random.IntN(len(runs))].Conditions
		for i := 0; i < conditions.Len(); i += layout.ChunkConditions {
			rule.Follow = append(rule.Follow, conditions.Path(i))
		}
	}
	for range random.IntN(2 * len(runs)) {
		for _, c := range runs[random.IntN(len(runs))].Conditions.All() {
			rule.Covered.Add(execution.Location(&c), c.Context, execution.Direction(&c))
		}
	}
	return rule
}

func executeCut(t *testing.T, p *Process, rule *execution.Cut, inputs [][]byte) []execution.Run {
	t.Helper()
	runs, err := p.Execute(context.Background(), &execution.Batch{Inputs: inputs, Limits: limits, Fill: 85, Cut: rule})
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) != len(inputs) {
		t.Fatalf("%d runs of %d inputs", len(runs), len(inputs))
	}
	return runs
}

func compareCut(t *testing.T, i int, run, want *execution.Run) {
	t.Helper()
	same := slices.EqualFunc(run.Conditions.Append(nil, 0), want.Conditions.Append(nil, 0), func(c, d layout.Condition) bool {
		c.Wide, d.Wide = 0, 0 // numbers within the batch
		return c == d
	})
	if !same || run.Unrecorded != want.Unrecorded || run.Novel != want.Novel || run.Path != want.Path || run.Ending != want.Ending ||
		!slices.Equal(run.Bytes, want.Bytes) || !run.Whole() && run.Last != want.Last {
		t.Errorf("run %d: %d conditions, %d unrecorded, novel %v, last %x, ending %v, path %x; want %d, %d, %v, %x, %v, %x", i,
			run.Conditions.Len(), run.Unrecorded, run.Novel, run.Last, run.Ending, run.Path,
			want.Conditions.Len(), want.Unrecorded, want.Novel, want.Last, want.Ending, want.Path)
	}
}
