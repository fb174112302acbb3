package judge

import (
	"context"
	"errors"
	"slices"
	"testing"

	"fizzer/testcomp/suite"
)

// long is a test of n values that reaches goal 0 from the first one on, and further goals at given values.
func long(n int, at map[int]string) suite.Test {
	values := make([]string, n)
	for i := range values {
		values[i] = "0"
		if goal := at[i]; goal != "" {
			values[i] = goal
		}
	}
	return test(values...)
}

// shortened judges tests, shortens those that are chosen, and returns the lengths of these, in the order in which they were added.
func shortened(t *testing.T, j *judging, runs int) (lengths []int) {
	t.Helper()
	chosen := j.Choose()
	load := func(number int) (suite.Test, error) {
		test := j.kept[number]
		test.Name = string(rune('A' + number))
		return test, nil
	}
	save := func(test suite.Test) error {
		j.kept[test.Name[0]-'A'].Inputs = test.Inputs
		return nil
	}
	before := j.Count()
	chosen, err := j.Shorten(context.Background(), chosen, load, save, func() bool { runs--; return runs >= 0 })
	if err != nil {
		t.Fatal(err)
	}
	left := map[int]bool{}
	slices.SortFunc(chosen, func(a, b Chosen) int { return a.Number - b.Number })
	for _, c := range chosen {
		outcome, err := j.runner.Run(context.Background(), j.kept[c.Number])
		if err != nil || !slices.Equal(goalsOf(outcome), c.Goals) {
			t.Errorf("test %d reaches %v instead of %v: %v", c.Number, goalsOf(outcome), c.Goals, err)
		}
		for _, goal := range c.Goals {
			left[goal] = true
		}
		lengths = append(lengths, len(j.kept[c.Number].Inputs))
	}
	if len(left) != before {
		t.Errorf("%d of %d goals are left", len(left), before)
	}
	return lengths
}

// A long test is shortened to the last goal of its own, at most by an eighth too late, in few runs; goals of others do not keep it long.
func TestShorten(t *testing.T) {
	f := &fake{goals: 8}
	j := judge(t, f, 8,
		long(100_000, map[int]string{1: "1"}),              // all it shows, it shows at once
		long(100_000, map[int]string{40_000: "2"}),         // in the first half
		long(100_000, map[int]string{90_000: "3"}),         // too late to gain much
		long(100_000, map[int]string{7: "4", 80_000: "5"}), // another test reaches the later one, too
		long(999, map[int]string{0: "6"}),                  // not long
		test("5", "7"),
	)
	f.runs = 0
	got := shortened(t, j, 1000)
	f.runs -= len(got)
	within := func(n, least int) bool { return n >= least && n <= least+least/8+24 }
	if len(got) != 6 || !within(got[0], 2) || !within(got[1], 40_001) || got[2] != 100_000 || !within(got[3], 8) || got[4] != 999 ||
		got[5] != 2 {
		t.Errorf("lengths %v", got)
	}
	if j.Shortened != 3 || f.runs > 4*9 {
		t.Errorf("%d shortened in %d runs", j.Shortened, f.runs)
	}
}

// Two tests that reach the same goal are not both shortened to before it.
func TestShortenKeepsSharedGoals(t *testing.T) {
	j := judge(t, &fake{goals: 4}, 4, long(10_000, map[int]string{0: "1", 4000: "3"}), long(10_000, map[int]string{0: "2", 4000: "3"}))
	if got := shortened(t, j, 1000); got[1] > 100 || got[0] < 4001 || got[0] > 4600 {
		t.Errorf("lengths %v", got)
	}
}

// Without time nothing is shortened, and with little what was found until then counts.
func TestShortenEnds(t *testing.T) {
	for runs, want := range map[int]int{0: 100_000, 2: 50_000} {
		j := judge(t, &fake{goals: 2}, 2, long(100_000, map[int]string{1: "1"}))
		if got := shortened(t, j, runs); got[0] != want {
			t.Errorf("%d runs: lengths %v, want %d", runs, got, want)
		}
	}
}

// A beginning that crashes does not count, and errors end it.
func TestShortenFails(t *testing.T) {
	j := judge(t, &fake{goals: 2, least: 30_000}, 2, long(100_000, map[int]string{1: "1"}))
	if got := shortened(t, j, 1000); got[0] < 30_000 || got[0] > 34_000 {
		t.Errorf("lengths %v", got)
	}
	j = judge(t, &fake{goals: 2}, 2, long(1000, nil))
	broken := errors.New("broken")
	always := func() bool { return true }
	load := func(int) (suite.Test, error) { return suite.Test{}, broken }
	if _, err := j.Shorten(context.Background(), j.Choose(), load, nil, always); !errors.Is(err, broken) {
		t.Error(err)
	}
	load = func(int) (suite.Test, error) { return j.kept[0], nil }
	save := func(suite.Test) error { return broken }
	if _, err := j.Shorten(context.Background(), j.Choose(), load, save, always); !errors.Is(err, broken) || j.Shortened != 0 {
		t.Error(err)
	}
}
