// Package judge decides by replay on the gcc build which tests of a suite count, and in which order they are worth most.
package judge

import (
	"context"

	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// Runner runs a test as the validators do; *replay.Program is one.
type Runner interface {
	Run(ctx context.Context, test suite.Test) (*replay.Outcome, error)
}

// Verdict is what replay says about a suite.
type Verdict struct {
	Tests    []suite.Test // the tests worth keeping: each reaches a goal that those before it do not; most valuable first
	Covered  []bool       // goals that they reach together
	Repaired int          // tests that crashed or hung and count now that they end earlier
	Lost     int          // tests that crashed or hung and that could not be repaired
	Unjudged int          // tests behind the end of the budget; they follow the others in Tests
}

// Count returns the number of goals reached.
func (v *Verdict) Count() int {
	n := 0
	for _, covered := range v.Covered {
		if covered {
			n++
		}
	}
	return n
}

// judged is a test and the goals that it reaches.
type judged struct {
	test  suite.Test
	goals []int
}

// Judge runs each test in order, as long as more says so, and chooses the tests worth keeping among goals goals.
// The first test is always run. It costs one or, for a test that crashes or hangs, two runs a test.
func Judge(ctx context.Context, runner Runner, goals int, tests []suite.Test, more func() bool) (*Verdict, error) {
	v := &Verdict{Covered: make([]bool, goals)}
	var all []judged
	for i, test := range tests {
		if i > 0 && !more() {
			v.Unjudged = len(tests) - i
			break
		}
		j, err := v.run(ctx, runner, test)
		if err != nil {
			return nil, err
		}
		all = append(all, j)
	}
	v.choose(all)
	if len(v.Tests) == 0 && len(tests) > 0 {
		v.Tests = tests[:1]
	}
	v.Tests = append(v.Tests[:len(v.Tests):len(v.Tests)], tests[len(tests)-v.Unjudged:]...)
	return v, nil
}

// run judges one test. One whose coverage is lost is tried again with fewer inputs, so that it ends, by running out of
// them, before what went wrong.
func (v *Verdict) run(ctx context.Context, runner Runner, test suite.Test) (judged, error) {
	outcome, err := runner.Run(ctx, test)
	if err != nil {
		return judged{}, err
	}
	if !outcome.Published {
		test.Inputs = test.Inputs[:max(min(outcome.Inputs, len(test.Inputs))-1, 0)]
		if outcome, err = runner.Run(ctx, test); err != nil {
			return judged{}, err
		}
		if outcome.Published {
			v.Repaired++
		} else {
			v.Lost++
		}
	}
	j := judged{test: test}
	for goal, covered := range outcome.Covered {
		if covered && outcome.Published {
			j.goals = append(j.goals, goal)
		}
	}
	return j, nil
}

// choose takes again and again the test that adds most, the earliest among equals (greedy set cover), so that every
// prefix of the suite is worth as much as such a choice can make it. Cost: tests times goals times tests kept.
func (v *Verdict) choose(all []judged) {
	for {
		best, most := -1, 0
		for i := range all {
			if n := v.added(all[i].goals); n > most {
				best, most = i, n
			}
		}
		if best < 0 {
			return
		}
		for _, goal := range all[best].goals {
			v.Covered[goal] = true
		}
		v.Tests = append(v.Tests, all[best].test)
		all[best].goals = nil
	}
}

func (v *Verdict) added(goals []int) int {
	n := 0
	for _, goal := range goals {
		if !v.Covered[goal] {
			n++
		}
	}
	return n
}
