// Package judge decides by replay on the gcc build which tests of a suite count, and which order makes most of them.
package judge

import (
	"context"
	"slices"

	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// Runner runs a test as the validators do; *replay.Program is one.
type Runner interface {
	Run(ctx context.Context, test suite.Test) (*replay.Outcome, error)
}

// Judge holds the results of replaying the tests added so far. Make it with New.
type Judge struct {
	Covered  []bool // goals that the tests reach together
	Repaired int    // tests that crashed or hung and that count now because they were shortened
	Lost     int    // tests that crashed or hung and that could not be repaired
	runner   Runner
	all      []judged
	last     suite.Test // the last test added; of the others only the goals are held
	heavy    bool       // the last test of Add took too much time or memory, as it was given
	doubts   []int      // for each goal, number of tests added by Try that reach it; 0 for goals that another test reaches
}

// judged is a test that was added, and the goals that it reaches.
type judged struct {
	number int // among those added
	goals  []int
	extra  bool // it was added by Try, for the sake of a goal in doubt
}

// New returns a judge of tests for a program with that many goals.
func New(runner Runner, goals int) *Judge {
	return &Judge{Covered: make([]bool, goals), doubts: make([]int, goals), runner: runner}
}

// Count returns the number of goals reached.
func (j *Judge) Count() int {
	n := 0
	for _, covered := range j.Covered {
		if covered {
			n++
		}
	}
	return n
}

// maxShortenings bounds how often a test that crashes or hangs is shortened. Once is enough, unless the program crashes
// while it ends.
const maxShortenings = 8

// Add runs a test. If a validator would lose its coverage, Add shortens it: it runs the test again without the last value
// read, so that the program runs out of values and ends before it goes wrong. This is the latest clean end; an earlier
// end covers less. It costs one run, or usually two for a test that crashes or hangs. Add returns the test as it was
// kept.
func (j *Judge) Add(ctx context.Context, test suite.Test) (suite.Test, error) {
	outcome, err := j.runner.Run(ctx, test)
	if err != nil {
		return test, err
	}
	bad := !outcome.Published
	j.heavy = outcome.Ending == replay.TimedOut || outcome.Ending == replay.OutOfMemory
	for n := 0; !outcome.Published && n < maxShortenings && len(test.Inputs) > 0 && outcome.Inputs > 0; n++ {
		test.Inputs = test.Inputs[:min(outcome.Inputs, len(test.Inputs))-1]
		if outcome, err = j.runner.Run(ctx, test); err != nil {
			return test, err
		}
	}
	switch {
	case !outcome.Published:
		j.Lost++
	case bad:
		j.Repaired++
	}
	j.keep(test, outcome, false)
	return test, nil
}

// keep adds a test that was run; extra: by Try.
func (j *Judge) keep(test suite.Test, outcome *replay.Outcome, extra bool) {
	kept := judged{number: len(j.all), extra: extra}
	j.last = test
	for goal, covered := range outcome.Covered {
		if !covered || !outcome.Published {
			continue
		}
		kept.goals = append(kept.goals, goal)
		switch {
		case !extra:
			j.doubts[goal] = 0
		case !j.Covered[goal] || j.doubts[goal] > 0:
			j.doubts[goal]++
		}
		j.Covered[goal] = true
	}
	j.all = append(j.all, kept)
}

// Try runs a test, shortened once if a validator would lose its coverage, and without values that are not read. If it reaches goals
// that are wanted (Wants), it runs again, and if it reaches one of them each time, it is added. Memory that the program never wrote
// may differ from run to run, so that goals behind it may be reached by chance. Try returns the outcome of the first run, and the test
// if it was added. It costs one run for most tests, at most 2 + repeats.
func (j *Judge) Try(ctx context.Context, test suite.Test, repeats int) (first *replay.Outcome, kept *suite.Test, err error) {
	if first, err = j.runner.Run(ctx, test); err != nil {
		return nil, nil, err
	}
	outcome := first
	if !first.Published && first.Inputs > 0 && len(test.Inputs) > 0 {
		test.Inputs = test.Inputs[:min(first.Inputs, len(test.Inputs))-1]
		if outcome, err = j.runner.Run(ctx, test); err != nil {
			return first, nil, err
		}
	}
	if outcome.Ending != replay.OutOfInputs {
		test.Inputs = test.Inputs[:min(outcome.Inputs, len(test.Inputs))] // nobody reads the rest
	}
	for range repeats {
		if !j.gains(outcome) {
			return first, nil, nil
		}
		again, err := j.runner.Run(ctx, test)
		if err != nil {
			return first, nil, err
		}
		outcome.Published = outcome.Published && again.Published
		for goal := range outcome.Covered {
			outcome.Covered[goal] = outcome.Covered[goal] && again.Covered[goal]
		}
	}
	if !j.gains(outcome) {
		return first, nil, nil
	}
	j.keep(test, outcome, true)
	return first, &test, nil
}

// maxDoubts is the number of tests added by Try after which a goal is no longer in doubt.
const maxDoubts = 4

// Wants tells whether Try may add a test for the goal: no test reaches it, or only a few that Try has added. What memory holds that the
// program never wrote depends on the machine, so that another one may credit only some of them.
func (j *Judge) Wants(goal int) bool {
	return !j.Covered[goal] || j.doubts[goal] > 0 && j.doubts[goal] < maxDoubts
}

// gains tells whether a run reaches a goal that Try may add a test for.
func (j *Judge) gains(outcome *replay.Outcome) bool {
	for goal, covered := range outcome.Covered {
		if outcome.Published && covered && j.Wants(goal) {
			return true
		}
	}
	return false
}

// Swap looks for a test that reaches one of the goals among the variants of the last test added, in which neighbouring values, or short
// sequences of them, are exchanged: compilers differ in their order of evaluation. It adds the first variant that does, and returns it. It
// costs one run per variant; more is asked before each, with the number of those made. There are none of a test that took too much time or
// memory: its order of evaluation is not the reason.
func (j *Judge) Swap(ctx context.Context, goals []int, more func(made int) bool) (found suite.Test, ok bool, err error) {
	test := j.last
	if j.heavy {
		return found, false, nil
	}
	made := 0
	for inputs := range exchanges(test.Inputs) {
		if !more(made) {
			break
		}
		made++
		variant := suite.Test{CoversError: test.CoversError, Inputs: inputs}
		outcome, err := j.runner.Run(ctx, variant)
		if err != nil {
			return found, false, err
		}
		for _, goal := range goals {
			if outcome.Published && outcome.Covered[goal] {
				j.keep(variant, outcome, false)
				return variant, true, nil
			}
		}
	}
	return found, false, nil
}

// Chosen is a test worth keeping.
type Chosen struct {
	Number int   // of the test, from 0, in the order in which they were added
	Goals  []int // that it reaches
}

// Choose returns the tests worth keeping. Together they reach all goals reached; each has a goal that no other
// reaches; and each adds the most to those before it. The other tests
// follow that Try has added for goals that no ordinary test reaches. If no test reaches a goal, it returns the first test added.
func (j *Judge) Choose() []Chosen {
	chosen := j.order(j.all)
	chosen = j.order(j.withoutSuperfluous(chosen))
	if len(chosen) == 0 && len(j.all) > 0 {
		chosen = j.all[:1:1]
	}
	has := map[int]bool{}
	for _, k := range chosen {
		has[k.number] = true
	}
	for _, k := range j.all {
		if k.extra && !has[k.number] && slices.ContainsFunc(k.goals, func(goal int) bool { return j.doubts[goal] > 0 }) {
			chosen = append(chosen, k)
		}
	}
	var tests []Chosen
	for _, k := range chosen {
		tests = append(tests, Chosen{k.number, k.goals})
	}
	return tests
}

// order repeatedly takes the test that adds most, the earliest among equals (greedy set cover). What a test adds only
// shrinks, so that most tests need not be counted each time.
func (j *Judge) order(tests []judged) []judged {
	covered := make([]bool, len(j.Covered))
	bounds := make([]int, len(tests))
	for i := range tests {
		bounds[i] = len(tests[i].goals)
	}
	var chosen []judged
	for {
		best, gain := -1, 0
		for i := range tests {
			if bounds[i] <= gain {
				continue
			}
			if bounds[i] = added(tests[i].goals, covered); bounds[i] > gain {
				best, gain = i, bounds[i]
			}
		}
		if best < 0 {
			return chosen
		}
		for _, goal := range tests[best].goals {
			covered[goal] = true
		}
		chosen = append(chosen, tests[best])
	}
}

func added(goals []int, covered []bool) int {
	n := 0
	for _, goal := range goals {
		if !covered[goal] {
			n++
		}
	}
	return n
}

// withoutSuperfluous drops tests whose goals are all reached by others, starting with the test chosen last.
func (j *Judge) withoutSuperfluous(chosen []judged) []judged {
	times := make([]int, len(j.Covered))
	for _, k := range chosen {
		for _, goal := range k.goals {
			times[goal]++
		}
	}
	var kept []judged
	for i := len(chosen) - 1; i >= 0; i-- {
		own := false
		for _, goal := range chosen[i].goals {
			own = own || times[goal] == 1
		}
		if own {
			kept = append(kept, chosen[i])
			continue
		}
		for _, goal := range chosen[i].goals {
			times[goal]--
		}
	}
	slices.Reverse(kept)
	return kept
}
