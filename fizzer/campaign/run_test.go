package campaign

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
)

// A run for branches ends when the tests reach all goals of gcc's build. It keeps two tests, the one with most goals first.
func TestRunReachesAllGoals(t *testing.T) {
	tools := twoGoalsTools()
	s := newRun(t, tools)
	statistics := s.run(t)
	if statistics.StoppedBy != formats.StoppedByGoals || *statistics.Goals != (formats.Goals{Covered: 4, Total: 4, Engine: 4}) {
		t.Errorf("stopped by %s with %+v", statistics.StoppedBy, *statistics.Goals)
	}
	tests := s.tests(t)
	if len(tests) != 2 || !slices.ContainsFunc(tests, func(values []int64) bool { return values[0] == 12345 }) {
		t.Errorf("tests %v", tests)
	}
	if want := []string{formats.PhaseBuilding, formats.PhaseSearching, formats.PhaseJudging}; !slices.Equal(s.phases, want) {
		t.Errorf("phases %q", s.phases)
	}
	if statistics.Mode != formats.ModePersistent || !statistics.Persistent || statistics.Compared != 2 {
		t.Errorf("mode %+v", statistics)
	}
	if !tools.closed || !tools.options.Goals || tools.options.All {
		t.Errorf("the build was %+v, replay closed: %v", tools.options, tools.closed)
	}
	tools.noneLeft(t)
	var details formats.Details
	s.read(t, formats.DetailsFile, &details)
	if len(details.Goals) != 4 || !details.Goals[2].Covered || details.Goals[2].Owner != 2 || details.Goals[2].Kind != "then" {
		t.Errorf("goals %+v", details.Goals)
	}
	if len(details.Programs) != 1 || !strings.Contains(details.Programs[0].Source, "main") || len(details.Covered) != 4 ||
		!details.Covered[1][1] {
		t.Errorf("details %+v", details)
	}
}

// A run ends when the tests reach all goals but those that no input reaches: one whose mark is in an uncalled function, one that
// the front end removed. A goal that is reached all the same is not counted among them.
func TestRunDoesNotWaitForUnreachableGoals(t *testing.T) {
	tools := twoGoalsTools()
	for _, function := range []string{"uncalled", "main", "main"} {
		tools.goals = append(tools.goals, goal.Goal{Kind: goal.LoopBody, Function: function, Line: len(tools.goals)})
		tools.marked = append(tools.marked, nil)
	}
	tools.valued = func(values []int64) replay.Outcome {
		outcome := twoGoalsReplayed(values)
		outcome.Covered = append(outcome.Covered, false, false, true)
		return outcome
	}
	tools.table = func(table *locations.Table) {
		table.Functions = append(table.Functions, locations.Function{Name: "main"}, locations.Function{Name: "uncalled", Uncalled: true})
		table.Conditions[2].Unreachable = true
		table.Reached = table.Reached[:5]
		table.Reached[4] = false
	}
	s := newRun(t, tools)
	statistics := s.run(t)
	want := formats.Goals{Covered: 5, Total: 7, Engine: 5, Unreachable: 2}
	if statistics.StoppedBy != formats.StoppedByGoals || *statistics.Goals != want {
		t.Errorf("stopped by %s with %+v", statistics.StoppedBy, *statistics.Goals)
	}
	if statistics.Unreachable != 1 || statistics.Engine.Locations != 3 {
		t.Errorf("%d unreachable locations, %d others", statistics.Unreachable, statistics.Engine.Locations)
	}
	var details formats.Details
	s.read(t, formats.DetailsFile, &details)
	for i, want := range []string{"", "", "", "", formats.UnreachableUncalled, formats.UnreachableNoWay, formats.UnreachableNoWay} {
		if got := details.Goals[i].Unreachable; got != want {
			t.Errorf("goal %d is unreachable because of %q instead of %q", i, got, want)
		}
	}
}

// Goals of conditions and statements are out of reach if their function is uncalled, unless a line or a name leaves doubt.
func TestGoalsInUncalledFunctions(t *testing.T) {
	tools := twoGoalsTools()
	tools.goals, tools.marked = nil, nil
	want := []string{"", "", formats.UnreachableUncalled, "", "", "", formats.UnreachableUncalled}
	for i, function := range []string{"main", "called", "uncalled", "uncalled", "twice", "unknown", "uncalled"} {
		kind := goal.Condition
		if i == len(want)-1 {
			kind = goal.Statement
		}
		tools.goals = append(tools.goals, goal.Goal{Kind: kind, Function: function, Line: 10 * i})
	}
	tools.valued = func(values []int64) replay.Outcome {
		outcome := twoGoalsReplayed(values)
		outcome.Covered = []bool{true, true, false, true, true, true, false}
		return outcome
	}
	tools.table = func(table *locations.Table) {
		table.Functions = append(table.Functions, locations.Function{Name: "called", Line: 30},
			locations.Function{Name: "uncalled", Uncalled: true}, locations.Function{Name: "twice", Uncalled: true},
			locations.Function{Name: "twice"})
	}
	s := newRun(t, tools)
	s.options.Property.Kind = property.Conditions
	statistics := s.run(t)
	if g := statistics.Goals; statistics.StoppedBy != formats.StoppedByGoals || g.Unreachable != 2 || g.Covered != 5 {
		t.Errorf("stopped by %s with %+v", statistics.StoppedBy, *g)
	}
	var details formats.Details
	s.read(t, formats.DetailsFile, &details)
	for i, want := range want {
		if got := details.Goals[i].Unreachable; got != want {
			t.Errorf("goal %d is unreachable because of %q instead of %q", i, got, want)
		}
	}
}

// The same seed and a budget in executions give the same suite, whatever the process ids are.
func TestRunsAreDeterministic(t *testing.T) {
	var suites [2]string
	for i := range suites {
		tools := twoGoalsTools()
		tools.program = func(m *faketarget.Machine) {
			if equal(m, 1, read(m), 2_000_000_011) && equal(m, 2, read(m), 77) {
				greater(m, 3, read(m), 5)
			}
		}
		s := newRun(t, tools)
		s.run(t)
		paths, err := filepath.Glob(filepath.Join(s.options.Output, formats.SuiteFolder, "*.xml"))
		if err != nil || len(paths) < 2 {
			t.Fatalf("%q, %v", paths, err)
		}
		for _, path := range paths {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Base(path) != "metadata.xml" { // it contains the program's path
				suites[i] += filepath.Base(path) + string(content)
			}
		}
	}
	if suites[0] != suites[1] {
		t.Errorf("%s\nand then\n%s", suites[0], suites[1])
	}
}

// Parts that are switched off reach the builder. A program whose effects may outlive a run is forked.
func TestHowTheProgramIsRun(t *testing.T) {
	for _, test := range []struct {
		name    string
		change  func(*locations.Table)
		because string
		wide    bool
	}{
		{"a file", func(table *locations.Table) { table.Externals = []string{"fopen"} }, "fopen", false},
		{"thread-local", func(table *locations.Table) { table.ThreadLocal = true }, "thread-local variables", false},
		{"wide operands", func(table *locations.Table) { table.Conditions[3].Bits = 128 }, "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			tools := twoGoalsTools()
			tools.table = test.change
			tools.missing = []sandbox.Layer{sandbox.Landlock}
			s := newRun(t, tools)
			s.options.Jobs, s.options.Without = 2, []string{engine.PartImplied}
			statistics := s.run(t)
			if forked := test.because != ""; forked == statistics.Persistent || statistics.Forked != test.because {
				t.Errorf("mode %s because of %q", statistics.Mode, statistics.Forked)
			}
			if len(tools.processes) != 3 || !tools.options.All {
				t.Fatalf("%d processes, built with %+v", len(tools.processes), tools.options)
			}
			work, fresh := tools.processes[0].options, tools.processes[2].options
			if work.Persistent == (test.because != "") || !work.OneCore || fresh.Persistent || fresh.OneCore || work.Wide != test.wide {
				t.Errorf("started with %+v and %+v", work, fresh)
			}
			if work.MemoryBytes != s.options.Memory/targetShare/2 {
				t.Errorf("%d bytes each", work.MemoryBytes)
			}
			if !slices.Equal(statistics.SandboxLacks, []string{string(sandbox.Landlock)}) || !s.noted("the sandbox lacks [landlock] (a reason)") {
				t.Errorf("lacks %q, notes %q", statistics.SandboxLacks, s.notes)
			}
			tools.noneLeft(t)
		})
	}
}

// Whatever fails, there is a valid suite, and nothing keeps running.
func TestFailures(t *testing.T) {
	fault := errors.New("a fault")
	for _, test := range []struct {
		name   string
		change func(*started, *fakeTools)
		check  func(error) bool
	}{
		{"the build", func(_ *started, f *fakeTools) { f.building = func(context.Context) error { return fault } }, is(fault)},
		{"a process", func(s *started, f *fakeTools) { f.startError, s.options.Jobs = fault, 2 }, is(fault)},
		{"the fresh process", func(_ *started, f *fakeTools) { f.startError = fault }, is(fault)},
		{"compilers", func(_ *started, f *fakeTools) {
			f.findError = toolchain.NoGCC
			f.building = func(context.Context) error { return errors.New("built without gcc") }
		}, is(toolchain.NoGCC)},
		{"gcc", func(_ *started, f *fakeTools) { f.replayError = exec.ErrNotFound }, func(err error) bool {
			var missing *toolchain.MissingError
			return errors.As(err, &missing) && missing.What == "gcc"
		}},
		{"the progress file", func(s *started, _ *fakeTools) {
			if err := os.MkdirAll(filepath.Join(s.options.Output, formats.ProgressFile), 0o755); err != nil {
				panic(err)
			}
		}, isOutput},
		{"the reproduction", func(_ *started, f *fakeTools) {
			f.building = func(context.Context) error { f.fresh = func(*faketarget.Machine) {}; return nil }
			f.program = func(m *faketarget.Machine) {
				for _, p := range f.processes {
					p.before = func() error { return fault }
				}
				twoGoals(m)
			}
		}, is(fault)},
	} {
		t.Run(test.name, func(t *testing.T) {
			tools := twoGoalsTools()
			s := newRun(t, tools)
			test.change(s, tools)
			statistics, err := Run(context.Background(), s.options)
			if !test.check(err) {
				t.Errorf("the error is %v", err)
			}
			s.check(t, statistics)
			tools.noneLeft(t)
		})
	}
}

func is(want error) func(error) bool { return func(err error) bool { return errors.Is(err, want) } }

func isOutput(err error) bool {
	var output *OutputError
	return errors.As(err, &output) && strings.Contains(err.Error(), "--output")
}

// Files that cannot be written are reported with a remedy, also before there is a suite.
func TestUnwritableOutput(t *testing.T) {
	s := newRun(t, twoGoalsTools())
	if err := os.WriteFile(s.options.Output, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), s.options); !isOutput(err) {
		t.Errorf("the error is %v", err)
	}
	s = newRun(t, twoGoalsTools())
	if err := os.MkdirAll(filepath.Join(s.options.Output, formats.SuiteZip, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(context.Background(), s.options); !isOutput(err) {
		t.Errorf("the error is %v", err)
	}
	s = newRun(t, twoGoalsTools())
	s.options.Task.Programs = []string{"gone.c"}
	if _, err := Run(context.Background(), s.options); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}

// Without a build by gcc the suite is written as it was found, and the user is told why.
func TestWithoutReplay(t *testing.T) {
	for _, test := range []struct {
		err               error
		note, interrupted string
	}{
		{nil, "gcc does not compile the program", ""},
		{errors.New("no space"), "the goals are not measured: no space", ""},
		{&sandbox.InterruptedError{Command: "gcc", Cause: &budget.SpentError{Reason: budget.ReasonWall}}, "the goals are not measured", "gcc"},
	} {
		tools := twoGoalsTools()
		tools.valued, tools.replayError = nil, test.err
		s := newRun(t, tools)
		statistics := s.run(t)
		if !s.noted(test.note) || statistics.Interrupted != test.interrupted {
			t.Errorf("notes %q, interrupted %q", s.notes, statistics.Interrupted)
		}
		if statistics.Goals != nil || statistics.Tests < 2 || statistics.StoppedBy != formats.StoppedByComplete &&
			statistics.StoppedBy != budget.ReasonExecutions {
			t.Errorf("%+v", statistics)
		}
	}
}

// Limits and signals end every step. The suite is judged in the reserve.
func TestEnds(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*started, *fakeTools, context.CancelFunc)
		want   string
		tests  bool
	}{
		{"a signal while the program is built", func(_ *started, f *fakeTools, cancel context.CancelFunc) {
			f.building = func(ctx context.Context) error {
				cancel()
				return &sandbox.InterruptedError{Command: "clang", Cause: context.Cause(ctx)}
			}
		}, formats.StoppedBySignal, false},
		{"a limit before the run began", func(s *started, f *fakeTools, _ context.CancelFunc) {
			s.options.Interrupted = &sandbox.InterruptedError{Command: "gcc", Cause: &budget.SpentError{Reason: budget.ReasonWall}}
			f.building = func(context.Context) error { return errors.New("a program without its harness is built") }
		}, budget.ReasonWall, false},
		{"the first signal before a tool of the build starts", func(s *started, f *fakeTools, _ context.CancelFunc) {
			finish := make(chan struct{})
			s.options.Finish = finish
			f.building = func(ctx context.Context) error {
				close(finish)
				<-ctx.Done()
				return ctx.Err()
			}
		}, formats.StoppedBySignal, false},
		{"a signal while the engine works", func(_ *started, f *fakeTools, cancel context.CancelFunc) {
			runs := 0
			f.program = func(m *faketarget.Machine) {
				if runs++; runs == 100 {
					cancel()
				}
				greater(m, 3, read(m), 5)
				equal(m, 1, read(m)*read(m), 1234567)
			}
		}, formats.StoppedBySignal, true},
		{"wall time while the engine works", func(s *started, f *fakeTools, _ context.CancelFunc) {
			s.options.Wall, s.options.Executions = time.Hour, 0
			clock := newClock(time.Millisecond)
			s.options.Clock = clock.time
			f.program = func(m *faketarget.Machine) {
				clock.add(time.Second)
				greater(m, 3, read(m), 5)
				equal(m, 1, read(m)*read(m), 1234567)
			}
		}, budget.ReasonWall, true},
		{"wall time while the target starts", func(s *started, f *fakeTools, _ context.CancelFunc) {
			s.options.Wall = time.Hour
			clock := newClock(0)
			s.options.Clock = clock.time
			f.starting = func(ctx context.Context) error {
				clock.add(s.options.Wall - 20*time.Second) // the search is over, judging is not
				<-ctx.Done()
				return ctx.Err()
			}
		}, budget.ReasonWall, false},
		{"executions", func(s *started, f *fakeTools, _ context.CancelFunc) {
			f.program = func(m *faketarget.Machine) { equal(m, 1, read(m)*read(m), 1234567) }
		}, budget.ReasonExecutions, true},
		{"nothing left", func(s *started, f *fakeTools, _ context.CancelFunc) {
			f.marked = nil // covered goals are not rejected
			f.program = func(m *faketarget.Machine) {
				for x, i := read(m), uint32(0); i < 4; i++ {
					greater(m, i, x, 5)
				}
			}
		}, formats.StoppedByComplete, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			tools := twoGoalsTools()
			tools.valued = func(values []int64) replay.Outcome { return replay.Outcome{Published: true} }
			s := newRun(t, tools)
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			test.change(s, tools, cancel)
			statistics, err := Run(ctx, s.options)
			if err != nil {
				t.Fatal(err)
			}
			s.check(t, statistics)
			if statistics.StoppedBy != test.want || statistics.Tests > 0 != test.tests {
				t.Errorf("stopped by %s with %d tests", statistics.StoppedBy, statistics.Tests)
			}
			tools.noneLeft(t)
		})
	}
}

// The error property wants one test, which ends where the error is reached.
func TestErrorProperty(t *testing.T) {
	tools := twoGoalsTools()
	tools.goals, tools.marked = tools.goals[:1], nil
	tools.program = func(m *faketarget.Machine) {
		if equal(m, 1, read(m), 2_000_000_011) {
			m.ReachError()
		}
	}
	tools.valued = func(values []int64) replay.Outcome {
		return replay.Outcome{Published: true, Inputs: 1, Covered: []bool{len(values) > 0 && values[0] == 2_000_000_011}}
	}
	s := newRun(t, tools)
	s.options.Property = property.Property{Kind: property.Error, Function: "reach_error"}
	statistics := s.run(t)
	if statistics.StoppedBy != formats.StoppedByError || !statistics.ErrorReached ||
		*statistics.Goals != (formats.Goals{Covered: 1, Total: 1}) {
		t.Errorf("%+v", statistics)
	}
	if tests := s.tests(t); len(tests) != 1 || !slices.Equal(tests[0], []int64{2_000_000_011}) {
		t.Errorf("tests %v", tests)
	}
}

// A resumed run keeps the tests, starts from them, and continues the progress file after its last complete line.
func TestResume(t *testing.T) {
	tools := twoGoalsTools()
	tools.marked, tools.goals = nil, tools.goals[:0] // no goals: the run ends by its executions
	tools.valued = nil
	hard := func(m *faketarget.Machine) {
		x := read(m)
		greater(m, 0, x, 100)
		if equal(m, 1, x, 12345) {
			equal(m, 2, read(m)*read(m), 1234567)
		}
	}
	tools.program = hard
	s := newRun(t, tools)
	first := s.run(t)
	before := s.tests(t)
	path := filepath.Join(s.options.Output, formats.ProgressFile)
	whole := len(progressOf(t, s))
	killed(t, path, filepath.Join(s.options.Output, "details.json.unfinished"))
	again := twoGoalsTools()
	again.program, again.valued = hard, nil
	s.options.Tools, s.options.Resume, s.options.Start = again, true, time.Time{}
	second := s.run(t)
	if after := s.tests(t); len(after) < len(before) || !slices.EqualFunc(before, after[:len(before)], slices.Equal[[]int64]) {
		t.Errorf("tests %v became %v", before, after)
	}
	if second.Seeds != len(before) {
		t.Errorf("%d seeds of %d tests", second.Seeds, len(before))
	}
	lines := progressOf(t, s)
	last := lines[len(lines)-1]
	if len(lines) <= whole || last.Engine.Executions != first.Executions+second.Executions || last.WallSeconds <= lines[whole-1].WallSeconds {
		t.Errorf("%d lines after %d, the last %+v, after %d and %d executions", len(lines), whole, last, first.Executions, second.Executions)
	}
}
