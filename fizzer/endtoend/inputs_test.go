package endtoend

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// judgeTime is what TestCov gives a test of 100,000 values, in seconds by the clock. Alone on a machine such a test takes less than a
// second, beside much other work more than TestCov's own limit of 3 s.
const judgeTime = 120

// longExamples returns the examples whose tests have 100,000 values and more.
func longExamples(t *testing.T, p places) []example {
	t.Helper()
	tasks, err := filepath.Glob(filepath.Join(p.root, "examples", "long", "*.yml"))
	if err != nil || len(tasks) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	var all []example
	for _, task := range tasks {
		e, err := loadExample(task)
		if err != nil {
			t.Fatal(err)
		}
		e.patience = judgeTime
		all = append(all, e)
	}
	return all
}

// TestManyValuesByHand: what the examples with 100,000 values state as reachable is reached by tests that are written by hand.
func TestManyValuesByHand(t *testing.T) {
	p := ready(t)
	for _, e := range longExamples(t, p) {
		t.Run(e.name, func(t *testing.T) {
			scratch := t.TempDir()
			directory := filepath.Join(scratch, "test-suite")
			witness(t, e, directory, filepath.Join(scratch, "test-suite.zip"))
			if got := replay(t, p, e, directory); got != e.reachable {
				t.Errorf("the tests written by hand cover %v goals, the example states %v", got, e.reachable)
			}
		})
	}
}

// TestCounts searches programs that ask how many of some thousand values are of a kind, for so few executions that most of what is
// covered is found by tally (decision 071).
func TestCounts(t *testing.T) {
	p := ready(t)
	for name, want := range map[string]struct{ executions, covered int }{
		"histogram": {1300, 10}, "votes": {1300, 12}, "balance": {3500, 11},
	} {
		t.Run(name, func(t *testing.T) {
			covered := func(more ...string) int {
				output := t.TempDir()
				run(t, p, append(more, "--data-model", "LP64", "--property", filepath.Join(p.root, "examples", "properties", "coverage-branches.prp"),
					"--max-executions", strconv.Itoa(want.executions), "--seed", "2", "--output", output,
					filepath.Join(p.root, "examples", "counts", name+".c"))...)
				var statistics struct{ Goals struct{ Covered int } }
				readStatistics(t, output, &statistics)
				return statistics.Goals.Covered
			}
			if with, without := covered(), covered("--without", "tally"); with < want.covered || without >= with {
				t.Errorf("%d goals, %d without the stage, want %d", with, without, want.covered)
			}
		})
	}
}

// The values of hand-made tests.
func TestWordsOfHandMadeTests(t *testing.T) {
	for word, want := range map[string][]string{
		"-3":     {"-3"},
		"7*3":    {"7", "7", "7"},
		"1,-1*2": {"1", "-1", "1", "-1"},
		"-1..2":  {"-1", "0", "1", "2"},
		"1..-1":  {"1", "0", "-1"},
		"4..4":   {"4"},
	} {
		if got := valuesOf(word); !slices.Equal(got, want) {
			t.Errorf("%s: %v", word, got)
		}
	}
}

// TestManyValues searches examples with 100,000 values for so few executions that only some structures are found.
func TestManyValues(t *testing.T) {
	p := ready(t)
	least := map[string]struct{ executions, covered int }{
		"array-copied":    {3000, 22},
		"array-filled":    {1000, 19},
		"array-partition": {1000, 20},
		"array-searched":  {140, 24},
		"array-sorted":    {3000, 34},
		"arrays-compared": {4000, 16},
		"counter-driven":  {9000, 11},
		"counter-read":    {9000, 18},
	}
	for _, e := range longExamples(t, p) {
		want, ok := least[e.name]
		if !ok {
			continue
		}
		t.Run(e.name, func(t *testing.T) {
			output := t.TempDir()
			run(t, p, "--max-executions", strconv.Itoa(want.executions), "--seed", "1", "--output", output, e.taskFile)
			var statistics struct{ Goals struct{ Covered, Total int } }
			readStatistics(t, output, &statistics)
			if got := statistics.Goals; got.Covered < want.covered || got.Total != e.expected.total {
				t.Errorf("%d of %d goals, want at least %d of %d", got.Covered, got.Total, want.covered, e.expected.total)
			}
		})
	}
}
