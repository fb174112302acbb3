// Package suites combines and compares test suites of one program: the union of several, the fewest tests for the same goals, and the
// goals that only one of two suites reaches.
package suites

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"fizzer/fizzer/judge"
	"fizzer/testcomp/suite"
)

// Suite is a suite whose tests are read one after the other, each time from the first on.
type Suite struct {
	Metadata suite.Metadata
	Tests    suite.Tests
}

// Union returns the tests of all suites in order, equal ones once, and how many tests it read. Tests are equal if they have the same
// values, whatever their types. The metadata are the first suite's. An error says which suite is for another program or data model, or
// cannot be read. It reads all tests, and the union reads them once more; of each, 33 bytes stay in memory.
func Union(all []Suite) (union Suite, read int, err error) {
	if len(all) == 0 {
		return union, 0, errors.New("there is no suite")
	}
	first := all[0].Metadata
	coversError := map[hash]bool{}
	for i, s := range all {
		if err := sameProgram(first, s.Metadata); err != nil {
			return union, 0, fmt.Errorf("suite %d: %w", i+1, err)
		}
		for test, err := range s.Tests {
			if err != nil {
				return union, 0, err
			}
			read++
			h := hashOf(test)
			coversError[h] = coversError[h] || test.CoversError
		}
	}
	return Suite{first, distinct(all, coversError)}, read, nil
}

// distinct yields each test once.
func distinct(all []Suite, coversError map[hash]bool) suite.Tests {
	return func(yield func(suite.Test, error) bool) {
		seen := map[hash]bool{}
		for _, s := range all {
			for test, err := range s.Tests {
				h := hashOf(test)
				if err == nil && seen[h] {
					continue
				}
				seen[h] = true
				test.CoversError = test.CoversError || coversError[h]
				if !yield(test, err) || err != nil {
					return
				}
			}
		}
	}
}

func sameProgram(a, b suite.Metadata) error {
	switch {
	case a.ProgramHash != b.ProgramHash:
		return fmt.Errorf("it is for another program, or another version of it (%s), than the first one (%s)", b.ProgramFile, a.ProgramFile)
	case a.Architecture != b.Architecture:
		return fmt.Errorf("it is for %s, the first one for %s", b.Architecture, a.Architecture)
	}
	return nil
}

// hash identifies the values of a test.
type hash [sha256.Size]byte

func hashOf(test suite.Test) (h hash) {
	values := sha256.New()
	for _, input := range test.Inputs {
		fmt.Fprintf(values, "%s\n", input.Value) // no value contains a line end
	}
	values.Sum(h[:0])
	return h
}

// Minimize yields tests that reach together the goals that all of them reach, in their order, and returns how many goals these are and
// how many tests it read. It takes the test that adds most, again and again, and drops those whose goals others reach; each test left
// has a goal of its own. It replays each test, and those that crash or hang some times more, since they count only if they are
// shortened. Goals and length of each test stay in memory; what is yielded is read once more.
func Minimize(ctx context.Context, runner judge.Runner, goals int, tests suite.Tests) (kept suite.Tests, reached, read int, err error) {
	j := judge.New(runner, goals)
	var lengths []int
	for test, err := range tests {
		if err != nil {
			return nil, 0, 0, err
		}
		if test, err = j.Add(ctx, test); err != nil {
			return nil, 0, 0, err
		}
		lengths = append(lengths, len(test.Inputs))
	}
	chosen := map[int]bool{}
	for _, c := range j.Choose() {
		chosen[c.Number] = true
	}
	kept = func(yield func(suite.Test, error) bool) {
		number := -1
		for test, err := range tests {
			number++
			switch {
			case err != nil:
			case !chosen[number]:
				continue
			case lengths[number] > len(test.Inputs):
				err = fmt.Errorf("%s has become shorter", test.Name)
			default:
				test.Inputs = test.Inputs[:lengths[number]]
			}
			if !yield(test, err) || err != nil {
				return
			}
		}
	}
	return kept, j.Count(), len(lengths), nil
}

// Reached returns which goals the tests reach together.
func Reached(ctx context.Context, runner judge.Runner, goals int, tests suite.Tests) ([]bool, error) {
	reached := make([]bool, goals)
	for test, err := range tests {
		if err != nil {
			return nil, err
		}
		outcome, err := runner.Run(ctx, test)
		if err != nil {
			return nil, err
		}
		for goal, covered := range outcome.Covered {
			reached[goal] = reached[goal] || covered
		}
	}
	return reached, nil
}
