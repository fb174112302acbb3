package campaign

import (
	"context"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/judge"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/layout"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/suite"
)

// verdict is what the gcc build says about the tests found so far, and how its goals are related to what the engine covers.
type verdict struct {
	*judge.Judge
	program Replayed
	goals   []goal.Goal
	files   []int                      // in which of the task's programs each of them is
	led     map[engine.Direction][]int // goals that a direction leads to without fail
	implied []bool                     // goals that the engine's runs lead to
	sound   []bool                     // of them, those that some run led to after which validators keep its coverage
	judged  int                        // tests of output.found that were replayed
	spent   time.Duration              // wall time of replays
	waiting []engine.Direction         // of tests whose replay was put off
	kept    []judge.Chosen             // tests that count, once all are judged

	output     *output
	timing     *timing
	statistics *formats.Statistics
	seek       func([]engine.Direction) // gives directions back to the engine
}

// newVerdict relates the goals of the build to those of the target, by their names.
func newVerdict(program Replayed, built *toolchain.Target) *verdict {
	goals := program.Goals()
	v := &verdict{
		Judge: judge.New(program, len(goals)), program: program, goals: goals, led: map[engine.Direction][]int{},
		implied: make([]bool, len(goals)), sound: make([]bool, len(goals)),
	}
	type key struct {
		file int
		name goal.Name
	}
	numbers := map[key]int{}
	for i := range goals {
		v.files = append(v.files, program.File(i))
		numbers[key{v.files[i], goals[i].Name()}] = i
	}
	for marked, edges := range built.Locations.Goals {
		number, ok := numbers[key{built.Goals[marked].File, built.Goals[marked].Name()}]
		for _, e := range edges {
			if ok {
				d := engine.Direction{Location: e.Location, Outcome: e.Outcome}
				v.led[d] = append(v.led[d], number)
			}
		}
	}
	return v
}

// close ends what replays keep running; v may be nil.
func (v *verdict) close() {
	if v != nil {
		_ = v.program.Close() // it has nothing to say
	}
}

// soFar counts the goals that the tests replayed so far reach; v may be nil.
func (v *verdict) soFar() *formats.Goals {
	if v == nil {
		return nil
	}
	return &formats.Goals{Covered: v.Count(), Total: len(v.Covered), Partial: v.judged < len(v.output.found)}
}

// reached returns how many goals the engine's runs lead to, those of the tests included, and how many of them only runs do
// that crash or never end, so that no test can.
func (v *verdict) reached() (all, unsound int) {
	for goal, implied := range v.implied {
		if implied || v.Covered[goal] {
			all++
		}
		if implied && !v.sound[goal] && !v.Covered[goal] {
			unsound++
		}
	}
	return all, unsound
}

// lostGoal says of a missed goal how it was lost, empty where no run leads to it.
func (v *verdict) lostGoal(goal int) string {
	switch {
	case v.Covered[goal] || !v.implied[goal]:
		return ""
	case v.sound[goal]:
		return formats.LostByBuild
	}
	return formats.LostByEnd
}

// lost returns which of the directions lead to a goal that no test reaches, and those goals.
func (v *verdict) lost(directions []engine.Direction) (lost []engine.Direction, goals []int) {
	for _, d := range directions {
		before := len(goals)
		for _, goal := range v.led[d] {
			if !v.Covered[goal] {
				goals = append(goals, goal)
			}
		}
		if len(goals) > before {
			lost = append(lost, d)
		}
	}
	return lost, goals
}

// imply notes the goals that the directions of a run with that ending lead to.
func (v *verdict) imply(directions []engine.Direction, ending layout.Ending) {
	for _, d := range directions {
		for _, goal := range v.led[d] {
			v.implied[goal] = true
			v.sound[goal] = v.sound[goal] || engine.Keeps(ending)
		}
	}
}

// replayShare is the part of the wall time that replays may take while the engine works. A program that hangs on the gcc
// build costs seconds for each test.
const replayShare = 8

// consider replays the tests found last, gives back to the engine what it covered in vain, and tells whether no goal is left.
// Where time ends the run and replays take too much of it, they wait; a run that ends after a number of executions is the
// same however long replays take.
func (v *verdict) consider(ctx context.Context, f *engine.Found) (complete bool, err error) {
	directions := directionsOf(f)
	v.imply(directions, f.Ending)
	limited := v.timing.executions == 0 && (v.timing.cpu > 0 || v.timing.wall > 0)
	if limited && v.spent > v.timing.elapsed()/replayShare {
		v.waiting = append(v.waiting, directions...)
		return false, nil
	}
	if err := v.replayPending(ctx, func() bool { return true }); err != nil {
		return false, err
	}
	if v.judged < len(v.output.found) { // the end is near
		return false, nil
	}
	earlier, _ := v.lost(v.waiting)
	v.seek(earlier)
	v.waiting = nil
	if err := v.recover(ctx, f.Ending, directions); err != nil {
		return false, err
	}
	return v.Count() == len(v.Covered), nil
}

// maxSwaps bounds the variants of a test that are replayed because it does not reach what it reached on the target.
const maxSwaps = 16

// recover looks for what the newest test, with the directions that it was found for, lost: by exchanging its values where the
// compilers disagree, and if that does not help by other runs.
func (v *verdict) recover(ctx context.Context, ending layout.Ending, directions []engine.Direction) error {
	lost, goals := v.lost(directions)
	if len(lost) > 0 && engine.Keeps(ending) {
		v.statistics.Disagreements++
		swapped, err := v.swap(ctx, goals)
		if err != nil {
			return err
		}
		if swapped {
			lost, _ = v.lost(lost)
		}
	}
	v.seek(lost)
	return nil
}

// swap writes a variant of the newest test that reaches one of the goals on gcc's build, if there is one.
func (v *verdict) swap(ctx context.Context, goals []int) (bool, error) {
	began := v.timing.clock()
	test, swapped, err := v.Swap(ctx, goals, maxSwaps)
	v.spent += v.timing.clock().Sub(began)
	if err != nil && ctx.Err() != nil {
		return false, nil
	}
	if err != nil || !swapped {
		return false, err
	}
	v.statistics.Swapped++
	if err := v.output.add(test, "of a test with two values exchanged"); err != nil {
		return false, err
	}
	v.judged = len(v.output.found)
	return true, nil
}

// countsAsError tells whether the test found last reaches the error function on the gcc build, as it is or with two values
// exchanged. Where that cannot be measured, or there is no time for it, it does. v may be nil.
func (v *verdict) countsAsError(ctx context.Context) (bool, error) {
	if v == nil || len(v.Covered) == 0 {
		return true, nil
	}
	if err := v.replayPending(ctx, func() bool { return true }); err != nil {
		return false, err
	}
	if v.Count() > 0 || v.judged < len(v.output.found) {
		return true, nil
	}
	v.statistics.Disagreements++
	return v.swap(ctx, []int{0})
}

// replayPending replays the tests that were not yet, in their order, as long as more says so and ctx has not ended. What
// is cut is written anew.
func (v *verdict) replayPending(ctx context.Context, more func() bool) error {
	for v.judged < len(v.output.found) && more() {
		began := v.timing.clock()
		test := &v.output.found[v.judged].test
		kept, err := v.Add(ctx, *test)
		if err != nil && ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if len(kept.Inputs) != len(test.Inputs) {
			if err := v.output.suite.Rewrite(kept); err != nil {
				return &OutputError{err}
			}
		}
		*test = kept
		v.judged++
		v.spent += v.timing.clock().Sub(began)
	}
	return nil
}

// judge judges the rest of the suite, keeps the tests that count, best first, and counts their goals. Tests for which there is
// no time left follow the others.
func (v *verdict) judge(ctx context.Context) error {
	soon := v.timing.less(searchParts)
	if err := v.replayPending(ctx, func() bool { return v.judged == 0 || soon.Done(0) == "" }); err != nil {
		return err
	}
	if budget.Spent(ctx) == "" && ctx.Err() != nil {
		return ctx.Err()
	}
	v.kept = v.Choose()
	if err := v.output.suite.Replace(v.chosen()); err != nil {
		return &OutputError{err}
	}
	v.statistics.Goals = v.soFar()
	v.statistics.Repaired, v.statistics.Lost = v.Repaired, v.Lost
	return nil
}

// chosen returns the tests that count, and those that were not replayed.
func (v *verdict) chosen() []suite.Test {
	tests := judge.Tests(v.kept)
	for _, f := range v.output.found[v.judged:] {
		tests = append(tests, f.test)
	}
	return tests
}
