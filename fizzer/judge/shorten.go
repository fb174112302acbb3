package judge

import (
	"context"

	"fizzer/testcomp/suite"
)

const (
	minShortened = 1000 // values of a test from which on a shorter one is looked for
	firstPart    = 4096 // the shortest beginning that is tried is a 4096th of the test
	partGrowth   = 8    // and each next one is eight times as long
)

// Shorten shortens long ones among chosen tests to a beginning that still reaches all goals that no other chosen test reaches: a loop of
// 100,000 values may have shown its goals after two. Validators need time and memory for each value. What a beginning reaches grows with
// its length, so the shortest one is looked for from below, up to an eighth more than needed; a test that would lose less than half stays
// as it is. load and save get the number of a test; more is asked before each run. It costs at most eight runs a test, most of them short,
// and one of half the length if nothing is gained. It returns the chosen tests with the goals that they reach then.
func (j *Judge) Shorten(ctx context.Context, chosen []Chosen, load func(number int) (suite.Test, error), save func(suite.Test) error,
	more func() bool) ([]Chosen, error) {
	s := shortener{j, make([]int, len(j.Covered)), more}
	for _, c := range chosen {
		s.count(c.Goals, 1)
	}
	for i := len(chosen) - 1; i >= 0 && more(); i-- { // the last add least
		c := &chosen[i]
		if known := &j.all[c.Number]; known.values < minShortened || known.extra {
			continue
		}
		test, err := load(c.Number)
		if err != nil {
			return chosen, err
		}
		shorter, goals, err := s.shorten(ctx, test, c.Goals)
		if err != nil {
			return chosen, err
		}
		if len(shorter.Inputs) == len(test.Inputs) {
			continue
		}
		if err := save(shorter); err != nil {
			return chosen, err
		}
		s.count(c.Goals, -1)
		s.count(goals, 1)
		c.Goals, j.all[c.Number].goals, j.all[c.Number].values = goals, goals, len(shorter.Inputs)
		j.Shortened++
	}
	return chosen, nil
}

// shortener is the state of Shorten.
type shortener struct {
	judge *Judge
	times []int // by goal: number of chosen tests that reach it
	more  func() bool
}

func (s *shortener) count(goals []int, by int) {
	for _, goal := range goals {
		s.times[goal] += by
	}
}

// shorten returns a beginning of the test, and what it reaches, or the test itself.
func (s *shortener) shorten(ctx context.Context, test suite.Test, goals []int) (suite.Test, []int, error) {
	var own []int
	for _, goal := range goals {
		if s.times[goal] == 1 {
			own = append(own, goal)
		}
	}
	best, reached := test, goals
	enough := func(values int) (bool, error) {
		if !s.more() {
			return false, nil
		}
		beginning := test
		beginning.Inputs = test.Inputs[:values:values]
		outcome, err := s.judge.runner.Run(ctx, beginning)
		if err != nil || !outcome.Published {
			return false, err
		}
		for _, goal := range own {
			if !outcome.Covered[goal] {
				return false, nil
			}
		}
		best, reached = beginning, goalsOf(outcome)
		return true, nil
	}
	low, high := 0, len(test.Inputs)/2 // the longest that is too short, the shortest that is known to be enough
	found, err := enough(high)
	if !found || err != nil {
		return best, reached, err
	}
	for part := firstPart; part > 2; part /= partGrowth {
		values := max(1, len(test.Inputs)/part)
		if found, err = enough(values); err != nil {
			return best, reached, err
		}
		if found {
			high = values
			break
		}
		low = values
	}
	for high-low > max(1, high/8) && s.more() {
		middle := low + (high-low)/2
		if found, err = enough(middle); err != nil {
			return best, reached, err
		}
		if found {
			high = middle
		} else {
			low = middle
		}
	}
	return best, reached, nil
}
