package campaign

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/build"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/judge"
	"fizzer/libfizzer/layout"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
)

// verdict is what the gcc build says about the tests found so far, and how its goals are related to what the engine covers.
type verdict struct {
	*judge.Judge
	program *replay.Program
	goals   []goal.Goal
	files   []int                      // in which of the task's programs each of them is
	led     map[engine.Direction][]int // goals that a direction leads to without fail
	implied []bool                     // goals that the engine's runs lead to
	sound   []bool                     // of them, those that some run led to after which validators keep its coverage
	judged  int                        // tests of campaign.found that were replayed
	spent   time.Duration              // wall time of replays
	waiting []engine.Direction         // of tests whose replay was put off
}

// newVerdict relates the goals of the build to those of the target, by their names.
func newVerdict(program *replay.Program, built *build.Target) *verdict {
	goals := program.Goals()
	v := &verdict{Judge: judge.New(program, len(goals)), program: program, goals: goals, led: map[engine.Direction][]int{}, implied: make([]bool, len(goals)), sound: make([]bool, len(goals))}
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
func (v *verdict) lostGoal(goal int) Lost {
	switch {
	case v.Covered[goal] || !v.implied[goal]:
		return ""
	case v.sound[goal]:
		return LostByBuild
	}
	return LostByEnd
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

// buildReplay compiles the program as the validators do. Without it the suite is handed over as it was found.
func (c *campaign) buildReplay(ctx context.Context) error {
	folder := filepath.Join(c.scratch.Path, "replay")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return &OutputError{err}
	}
	limited, stop := c.whileReplayIsBuilt(ctx)
	defer stop()
	program, err := within(limited, func() (*replay.Program, error) {
		return replay.Build(limited, replay.Options{
			Programs: c.Task.Programs, Sources: c.sources, DataModel: c.Task.DataModel, Property: c.Property, Scratch: folder,
			ToolMemory: c.Memory, Policy: c.Sandbox, Started: c.meter.Started, Ended: c.meter.Ended,
		})
	})
	var rejected *replay.CompileError
	switch {
	case err == nil:
		c.verdict = newVerdict(program, c.built)
	case ctx.Err() != nil:
		return err
	case errors.Is(err, exec.ErrNotFound):
		return &build.MissingError{What: "gcc", Remedy: "apt-get install gcc gcc-multilib libc6-dev"}
	case errors.As(err, &rejected):
		c.Log("note: gcc does not compile the program, so no validator can run its tests: %v", err)
	default:
		c.noteTool(err)
		c.Log("note: the goals are not measured: %v", err)
	}
	return nil
}

// replayShare is the part of the wall time that replays may take while the engine works. A program that hangs on the gcc
// build costs seconds for each test.
const replayShare = 8

// considerNew replays the tests found last, and gives back to the engine what it covered in vain. The run ends when no goal
// is left. Where time ends the run and replays take too much of it, they wait; a run that ends after a number of executions is
// the same however long replays take.
func (c *campaign) considerNew(ctx context.Context, f *engine.Found) error {
	v := c.verdict
	if v == nil {
		return nil
	}
	directions := append(append([]engine.Direction(nil), f.Covered...), f.Again...)
	for _, d := range directions {
		for _, goal := range v.led[d] {
			v.implied[goal] = true
			v.sound[goal] = v.sound[goal] || engine.Keeps(f.Ending)
		}
	}
	limited := c.Executions == 0 && (c.CPU > 0 || c.Wall > 0)
	if limited && v.spent > c.Clock().Sub(c.start)/replayShare {
		v.waiting = append(v.waiting, directions...)
		return nil
	}
	if err := c.replayPending(ctx, func() bool { return true }); err != nil {
		return err
	}
	if v.judged < len(c.found) { // the end is near
		return nil
	}
	earlier, _ := v.lost(v.waiting)
	c.engine.Seek(earlier)
	v.waiting = nil
	if err := c.recover(ctx, f.Ending, directions); err != nil {
		return err
	}
	if c.Property.Kind != property.Error && v.Count() == len(v.Covered) {
		c.stopped = stoppedByGoals
		return engine.ErrStop
	}
	return nil
}

// mostSwaps bounds the variants of a test that are replayed because it does not reach what it reached on the target.
const mostSwaps = 16

// recover looks for what the newest test, with the directions that it was found for, lost: by exchanging its values where the
// compilers disagree, and if that does not help by other runs.
func (c *campaign) recover(ctx context.Context, ending layout.Ending, directions []engine.Direction) error {
	lost, goals := c.verdict.lost(directions)
	if len(lost) > 0 && engine.Keeps(ending) {
		c.statistics.Disagreements++
		swapped, err := c.swap(ctx, goals)
		if err != nil {
			return err
		}
		if swapped {
			lost, _ = c.verdict.lost(lost)
		}
	}
	c.engine.Seek(lost)
	return nil
}

// swap writes a variant of the newest test that reaches one of the goals on gcc's build, if there is one.
func (c *campaign) swap(ctx context.Context, goals []int) (bool, error) {
	began := c.Clock()
	test, swapped, err := c.verdict.Swap(ctx, goals, mostSwaps)
	c.verdict.spent += c.Clock().Sub(began)
	if err != nil && ctx.Err() != nil {
		return false, nil
	}
	if err != nil || !swapped {
		return false, err
	}
	c.statistics.Swapped++
	if err := c.write(test, "of a test with two values exchanged"); err != nil {
		return false, err
	}
	c.verdict.judged = len(c.found)
	return true, nil
}

// countsAsError tells whether the test found last reaches the error function on the gcc build, as it is or with two values
// exchanged. Where that cannot be measured, or there is no time for it, it does.
func (c *campaign) countsAsError(ctx context.Context) (bool, error) {
	v := c.verdict
	if v == nil || len(v.Covered) == 0 {
		return true, nil
	}
	if err := c.replayPending(ctx, func() bool { return true }); err != nil {
		return false, err
	}
	if v.Count() > 0 || v.judged < len(c.found) {
		return true, nil
	}
	c.statistics.Disagreements++
	return c.swap(ctx, []int{0})
}

// replayPending replays the tests that were not yet, in their order, as long as more says so and ctx has not ended. What
// is cut is written anew.
func (c *campaign) replayPending(ctx context.Context, more func() bool) error {
	v := c.verdict
	for v.judged < len(c.found) && more() {
		began := c.Clock()
		test := &c.found[v.judged].test
		kept, err := v.Add(ctx, *test)
		if err != nil && ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if len(kept.Inputs) != len(test.Inputs) {
			if err := c.suite.Rewrite(kept); err != nil {
				return &OutputError{err}
			}
		}
		*test = kept
		v.judged++
		v.spent += c.Clock().Sub(began)
	}
	return nil
}

// replay judges the rest of the suite, keeps the tests that count, best first, and counts their goals. Tests for which there
// is no time left follow the others.
func (c *campaign) replay(ctx context.Context) error {
	v := c.verdict
	if v == nil {
		return nil
	}
	c.enter(PhaseJudging)
	soon := c.budget(searchParts)
	if err := c.replayPending(ctx, func() bool { return v.judged == 0 || soon.Done(0) == "" }); err != nil {
		return err
	}
	if budget.Spent(ctx) == "" && ctx.Err() != nil {
		return ctx.Err()
	}
	chosen := v.Choose()
	tests := judge.Tests(chosen)
	for _, f := range c.found[v.judged:] {
		tests = append(tests, f.test)
	}
	if err := c.suite.Replace(tests); err != nil {
		return &OutputError{err}
	}
	c.keepGoals(v)
	c.keepTests(chosen, c.found[v.judged:])
	s := &c.statistics
	s.Goals = &Goals{Covered: v.Count(), Total: len(v.Covered), Partial: v.judged < len(c.found)}
	if c.Property.Kind == property.Branches {
		s.Goals.Engine, s.Goals.BadEnd = v.reached()
	}
	s.Repaired, s.Lost = v.Repaired, v.Lost
	return nil
}
