package campaign

import (
	"context"
	"slices"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/judge"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/goal"
)

// verdict is the result of the tests so far on the gcc build, and the relation of its goals to what the engine covers.
type verdict struct {
	*judge.Judge
	program Replayed
	goals   []goal.Goal
	files   []int // index of each goal's file in the task's programs
	relation
	implied  []bool             // goals that the engine's runs lead to
	credited []bool             // of them, those for which the ending of some run lets validators keep the coverage
	judged   int                // number of tests of output.found that were replayed
	spent    time.Duration      // wall time of replays
	waiting  []engine.Direction // of tests whose replay was postponed
	kept     []judge.Chosen     // tests that count, when all are judged

	output     *output
	timing     *timing
	statistics *formats.Statistics
	seek       func([]engine.Direction) // returns directions to the engine
}

// relation is what the location table says about the goals.
type relation struct {
	led  map[engine.Direction][]int // goals that a direction always leads to
	dead []string                   // by goal: why no input reaches it; empty: some may
}

// newVerdict maps the goals of the gcc build to those of the target, by their names.
func newVerdict(program Replayed, built *toolchain.Target) *verdict {
	goals := program.Goals()
	v := &verdict{
		Judge: judge.New(program, len(goals)), program: program, goals: goals,
		implied: make([]bool, len(goals)), credited: make([]bool, len(goals)),
		relation: relation{map[engine.Direction][]int{}, make([]string, len(goals))},
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
	for marked, g := range built.Goals {
		if number, ok := numbers[key{g.File, g.Name()}]; ok {
			v.relate(number, goals[number].Function, marked, built.Locations)
		}
	}
	if !built.Placeless {
		v.addUncalled(goals, built.Locations)
	}
	return v
}

// addUncalled notes which goals of conditions and statements are in functions that nothing calls. gcov names them by their lines: if
// another function that is called begins on the line, or has the same name in another file, the goal is left as it is.
func (r *relation) addUncalled(goals []goal.Goal, table *locations.Table) {
	known, called, begins := map[string]bool{}, map[string]bool{}, map[int]bool{}
	for _, f := range table.Functions {
		known[f.Name] = true
		if !f.Uncalled {
			called[f.Name], begins[f.Line] = true, true
		}
	}
	for i := range goals {
		g := &goals[i]
		if (g.Kind == goal.Condition || g.Kind == goal.Statement) && known[g.Function] && !called[g.Function] && !begins[g.Line] {
			r.dead[i] = formats.UnreachableUncalled
		}
	}
}

// relate notes what the table says about a goal in the function, by its number among those of the target.
func (r *relation) relate(goal int, function string, marked int, table *locations.Table) {
	if marked < len(table.Goals) {
		for _, e := range table.Goals[marked] {
			d := engine.Direction{Location: e.Location, Outcome: e.Outcome}
			r.led[d] = append(r.led[d], goal)
		}
	}
	if !table.MayReach(marked) {
		r.dead[goal] = whyDead(table, function)
	}
}

// whyDead says why no input reaches a goal in the function. Several files may have one of this name.
func whyDead(table *locations.Table, function string) string {
	for _, f := range table.Functions {
		if f.Name == function && !f.Uncalled {
			return formats.UnreachableNoWay
		}
	}
	return formats.UnreachableUncalled
}

// unreachable counts the missed goals that no input reaches.
func (v *verdict) unreachable() (n int) {
	for goal, why := range v.dead {
		if why != "" && !v.Covered[goal] {
			n++
		}
	}
	return n
}

// close stops what replays keep running; v may be nil.
func (v *verdict) close() {
	if v != nil {
		_ = v.program.Close() // nothing depends on it
	}
}

// soFar counts the goals that the replayed tests reach; v may be nil.
func (v *verdict) soFar() *formats.Goals {
	if v == nil {
		return nil
	}
	return &formats.Goals{Covered: v.Count(), Total: len(v.Covered), Unreachable: v.unreachable(), Partial: v.judged < len(v.output.found)}
}

// reached counts the goals that the engine's runs lead to, including those of the tests. uncredited are those that only crashing or
// hanging runs lead to, so that no test can reach them.
func (v *verdict) reached() (all, uncredited int) {
	for goal, implied := range v.implied {
		if implied || v.Covered[goal] {
			all++
		}
		if implied && !v.credited[goal] && !v.Covered[goal] {
			uncredited++
		}
	}
	return all, uncredited
}

// rejection says why a missed goal was rejected; empty if no run leads to it.
func (v *verdict) rejection(goal int) string {
	switch {
	case v.Covered[goal] || !v.implied[goal]:
		return ""
	case v.credited[goal]:
		return formats.LostByBuild
	}
	return formats.LostByEnd
}

// rejected returns the directions that lead to a goal that no test reaches, and those goals.
func (v *verdict) rejected(directions []engine.Direction) (rejected []engine.Direction, goals []int) {
	for _, d := range directions {
		before := len(goals)
		for _, goal := range v.led[d] {
			if !v.Covered[goal] {
				goals = append(goals, goal)
			}
		}
		if len(goals) > before {
			rejected = append(rejected, d)
		}
	}
	return rejected, goals
}

// imply notes the goals that the directions of a run with this ending lead to.
func (v *verdict) imply(directions []engine.Direction, ending layout.Ending) {
	for _, d := range directions {
		for _, goal := range v.led[d] {
			v.implied[goal] = true
			v.credited[goal] = v.credited[goal] || execution.Keeps(ending)
		}
	}
}

// replayShare bounds the wall time of replays while the engine works, as 1/replayShare. A program that hangs on the gcc build costs
// seconds for each test.
const replayShare = 8

// affordable tells whether replays have taken their share at most. A run that ends after a number of executions must not depend on how
// long replays take, so there they always are.
func (v *verdict) affordable() bool { return !v.limited() || v.spent <= v.timing.elapsed()/replayShare }

// consider replays the newest tests, returns rejected directions to the engine, and tells whether all goals are covered. Replays that are
// not affordable are postponed.
func (v *verdict) consider(ctx context.Context, f *engine.Found) (complete bool, err error) {
	directions := directionsOf(f)
	v.imply(directions, f.Ending)
	all, err := v.replayAll(ctx)
	if err != nil || !all {
		v.waiting = append(v.waiting, directions...)
		return false, err
	}
	if err := v.recover(ctx, f.Ending, directions); err != nil {
		return false, err
	}
	return v.complete(), nil
}

// catchUp replays tests that wait, as far as that has become affordable. It returns what consider does.
func (v *verdict) catchUp(ctx context.Context) (complete bool, err error) {
	if v.judged == len(v.output.found) {
		return false, nil
	}
	all, err := v.replayAll(ctx)
	return all && v.complete(), err
}

// replayAll replays the remaining tests while that is affordable, and tells whether none is left. Then rejected directions of those that
// waited go back to the engine.
func (v *verdict) replayAll(ctx context.Context) (all bool, err error) {
	if err := v.replayPending(ctx, v.affordable); err != nil || v.judged < len(v.output.found) {
		return false, err
	}
	earlier, _ := v.rejected(v.waiting)
	v.seek(earlier)
	v.waiting = nil
	return true, nil
}

// limited tells whether time ends the run.
func (v *verdict) limited() bool {
	return v.timing.executions == 0 && (v.timing.cpu > 0 || v.timing.wall > 0)
}

// maxSwaps bounds the variants that are replayed of a test that does not reach its goals.
const maxSwaps = 16

// maxSwapping is the wall time after which no more of them are replayed in a run that time ends: each may hang.
const maxSwapping = time.Second

// recover tries to reach the goals that the newest test does not reach on the gcc build, although it was found for these directions:
// first by swapping values, where the compilers evaluate in another order, then by other runs.
func (v *verdict) recover(ctx context.Context, ending layout.Ending, directions []engine.Direction) error {
	lost, goals := v.rejected(directions)
	if len(lost) > 0 && execution.Keeps(ending) {
		v.statistics.Disagreements++
		swapped, err := v.swap(ctx, goals)
		if err != nil {
			return err
		}
		if swapped {
			lost, _ = v.rejected(lost)
		}
	}
	v.seek(lost)
	return nil
}

// swap writes a variant of the newest test that reaches one of the goals on gcc's build, if there is one.
func (v *verdict) swap(ctx context.Context, goals []int) (bool, error) {
	began := v.timing.clock()
	more := func(made int) bool {
		return made < maxSwaps && (!v.limited() || v.timing.clock().Sub(began) < maxSwapping)
	}
	test, swapped, err := v.Swap(ctx, goals, more)
	v.spent += v.timing.clock().Sub(began)
	if err != nil && ctx.Err() != nil {
		return false, nil
	}
	if err != nil || !swapped {
		return false, err
	}
	v.statistics.Swapped++
	if err := v.output.add(test, "of a test with values exchanged", ""); err != nil {
		return false, err
	}
	v.judged = len(v.output.found)
	return true, nil
}

// countsAsError tells whether the newest test, or a variant with values exchanged, reaches the error function on the gcc build. It
// returns true if that cannot be measured or there is no time left; v may be nil.
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

// replayPending replays the remaining tests in order while more returns true and ctx has not ended. It rewrites tests that were
// shortened.
func (v *verdict) replayPending(ctx context.Context, more func() bool) error {
	for v.judged < len(v.output.found) && more() {
		began := v.timing.clock()
		test, err := v.output.load(v.judged)
		if err != nil {
			return &OutputError{err}
		}
		kept, err := v.Add(ctx, test)
		if err != nil && ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if len(kept.Inputs) != len(test.Inputs) {
			if err := v.output.rewrite(kept); err != nil {
				return err
			}
		}
		v.judged++
		v.spent += v.timing.clock().Sub(began)
	}
	return nil
}

// judge replays the rest of the suite, keeps the tests that count, best first, and counts their goals. Tests that were not replayed
// for lack of time come last.
func (v *verdict) judge(ctx context.Context) error {
	soon := v.timing.less(searchParts)
	if err := v.replayPending(ctx, func() bool { return v.judged == 0 || soon.Done(0) == "" }); err != nil {
		return err
	}
	if budget.Spent(ctx) == "" && ctx.Err() != nil {
		return ctx.Err()
	}
	v.kept = slices.DeleteFunc(v.Choose(), func(c judge.Chosen) bool { return v.output.found[c.Number].needless && len(c.Goals) == 0 })
	if err := v.output.suite.Keep(v.chosen()); err != nil {
		return &OutputError{err}
	}
	v.statistics.Goals = v.soFar()
	v.statistics.Repaired, v.statistics.Lost = v.Repaired, v.Lost
	return nil
}

// chosen returns the names of the tests that count, and of those that were not replayed.
func (v *verdict) chosen() (names []string) {
	for _, c := range v.kept {
		names = append(names, v.output.found[c.Number].name)
	}
	for i := v.judged; i < len(v.output.found); i++ {
		if !v.output.found[i].needless {
			names = append(names, v.output.found[i].name)
		}
	}
	return names
}
