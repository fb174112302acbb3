// Package suites combines and compares test suites of one program: the union of several, the fewest tests for the same goals, and the
// goals that only one of two suites reaches.
package suites

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fizzer/fizzer/judge"
	"fizzer/testcomp/suite"
)

// Union returns the tests of all suites in order, equal ones once. Tests are equal if they have the same values, whatever their types.
// The metadata are the first suite's. The error says which suite is for another program or data model.
func Union(all []*suite.Suite) (*suite.Suite, error) {
	if len(all) == 0 {
		return nil, errors.New("there is no suite")
	}
	first := all[0].Metadata
	union := &suite.Suite{Metadata: first}
	index := map[string]int{}
	for i, s := range all {
		if err := sameProgram(first, s.Metadata); err != nil {
			return nil, fmt.Errorf("suite %d: %w", i+1, err)
		}
		for _, test := range s.Tests {
			at, known := index[key(test)]
			if !known {
				index[key(test)] = len(union.Tests)
				union.Tests = append(union.Tests, test)
				continue
			}
			union.Tests[at].CoversError = union.Tests[at].CoversError || test.CoversError
		}
	}
	return union, nil
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

// key identifies the values of a test.
func key(test suite.Test) string {
	var text strings.Builder
	for _, input := range test.Inputs {
		text.WriteString(input.Value)
		text.WriteByte('\n') // no value contains one
	}
	return text.String()
}

// Minimize returns tests that reach together the goals that all of them reach, and how many these are. It takes the test that adds
// most, again and again, and drops those whose goals others reach; each test left has a goal of its own. It replays each test, and
// those that crash or hang some times more, since they count only if they are shortened.
func Minimize(ctx context.Context, runner judge.Runner, goals int, tests []suite.Test) (kept []suite.Test, reached int, err error) {
	j := judge.New(runner, goals)
	added := make([]suite.Test, len(tests))
	for i, test := range tests {
		test.Inputs = slices.Clone(test.Inputs)
		if added[i], err = j.Add(ctx, test); err != nil {
			return nil, 0, err
		}
	}
	for _, chosen := range j.Choose() {
		kept = append(kept, added[chosen.Number])
	}
	return kept, j.Count(), nil
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
