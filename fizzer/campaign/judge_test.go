package campaign

import (
	"maps"
	"slices"
	"testing"
	"time"

	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
)

// oneGoalTools are tools for a program with one goal, behind two values: clang evaluates them in the order a, b, gcc in the order b,
// a.
func oneGoalTools() *fakeTools {
	return &fakeTools{
		program: func(m *faketarget.Machine) {
			a, b := read(m), read(m)
			if greater(m, 0, a, 1000) {
				equal(m, 1, b, 7)
			}
		},
		valued: func(values []int64) replay.Outcome {
			reached := len(values) == 2 && values[1] > 1000 && values[0] == 7
			return replay.Outcome{Published: true, Inputs: len(values), Covered: []bool{reached}}
		},
		goals:  []goal.Goal{{Kind: goal.Then, Function: "main", Line: 3}},
		marked: [][]locations.Edge{{{Location: 1, Outcome: true}}},
	}
}

// If gcc's build does not reach what the target reached, values are exchanged.
func TestSwappedValues(t *testing.T) {
	tools := oneGoalTools()
	s := newRun(t, tools)
	statistics := s.run(t)
	if statistics.Disagreements != 1 || statistics.Swapped != 1 || statistics.StoppedBy != formats.StoppedByGoals {
		t.Errorf("%d disagreements, %d swapped, stopped by %s", statistics.Disagreements, statistics.Swapped, statistics.StoppedBy)
	}
	if tests := s.tests(t); len(tests) != 1 || tests[0][0] != 7 || tests[0][1] <= 1000 {
		t.Errorf("tests %v", tests)
	}
}

// The same for the error property: only a test that reaches the error on gcc's build ends the run.
func TestErrorOnTheReplayedBuild(t *testing.T) {
	tools := oneGoalTools()
	tools.marked = nil
	tools.program = func(m *faketarget.Machine) {
		a, b := read(m), read(m)
		if greater(m, 0, a, 1000) && equal(m, 1, b, 7) {
			m.ReachError()
		}
	}
	s := newRun(t, tools)
	s.options.Property = property.Property{Kind: property.Error, Function: "reach_error"}
	if statistics := s.run(t); statistics.Swapped != 1 || statistics.StoppedBy != formats.StoppedByError {
		t.Errorf("%d swapped, stopped by %s", statistics.Swapped, statistics.StoppedBy)
	}
	tools.valued = func([]int64) replay.Outcome { return replay.Outcome{Published: true} }
	s = newRun(t, tools)
	s.options.Property = property.Property{Kind: property.Error, Function: "reach_error"}
	if statistics := s.run(t); statistics.Disagreements == 0 || statistics.StoppedBy == formats.StoppedByError || !statistics.ErrorReached {
		t.Errorf("%d disagreements, stopped by %s", statistics.Disagreements, statistics.StoppedBy)
	}
}

// The engine looks again for goals that no test reaches on gcc's build. Goals that only crashing runs lead to are counted separately.
func TestLostGoals(t *testing.T) {
	tools := oneGoalTools()
	tools.valued = func(values []int64) replay.Outcome { return replay.Outcome{Published: true, Inputs: len(values)} }
	s := newRun(t, tools)
	statistics := s.run(t)
	if *statistics.Goals != (formats.Goals{Total: 1, Engine: 1}) || statistics.Disagreements == 0 || statistics.Swapped != 0 {
		t.Errorf("%+v, %d disagreements", *statistics.Goals, statistics.Disagreements)
	}
	if statistics.Tests != 1 { // the first test stays, so that the suite is not empty
		t.Errorf("%d tests", statistics.Tests)
	}
	crashing := oneGoalTools()
	crashing.program = func(m *faketarget.Machine) {
		if equal(m, 1, read(m), 7) {
			m.Crash()
		}
	}
	crashing.valued = tools.valued
	s = newRun(t, crashing)
	if statistics := s.run(t); *statistics.Goals != (formats.Goals{Total: 1, Engine: 1, BadEnd: 1}) || statistics.Disagreements != 0 {
		t.Errorf("%+v, %d disagreements", *statistics.Goals, statistics.Disagreements)
	}
}

// A test that crashes on gcc's build is rewritten without the values before the crash.
func TestRepairedTests(t *testing.T) {
	tools := twoGoalsTools()
	tools.program = func(m *faketarget.Machine) { x := read(m); greater(m, 0, x, 100); equal(m, 1, x, 12345); read(m) }
	tools.valued = func(values []int64) replay.Outcome {
		o := twoGoalsReplayed(values)
		o.Published = len(values) < 2
		return o
	}
	s := newRun(t, tools)
	statistics := s.run(t)
	if statistics.Repaired == 0 || statistics.Lost != 0 || statistics.Goals.Covered != 4 {
		t.Errorf("%d repaired, %d lost, %+v", statistics.Repaired, statistics.Lost, *statistics.Goals)
	}
	for _, values := range s.tests(t) {
		if len(values) != 1 {
			t.Errorf("test %v", values)
		}
	}
}

// If time ends the run, replays are postponed when they have taken more than their share. In the end all are made if time allows.
func TestSlowReplaysWait(t *testing.T) {
	for _, test := range []struct {
		each    time.Duration
		partial bool
	}{{10 * time.Second, false}, {40 * time.Minute, true}} {
		tools := twoGoalsTools()
		clock, waited := newClock(0), false
		s := newRun(t, tools)
		s.options.Clock = clock.time
		s.options.Executions, s.options.Wall = 0, time.Hour
		tools.program = func(m *faketarget.Machine) {
			clock.add(10 * time.Millisecond)
			x := read(m)
			for i := int32(0); i < 4; i++ {
				equal(m, uint32(i), x, i*1000)
			}
		}
		tools.valued = func(values []int64) replay.Outcome {
			clock.add(test.each)
			waited = waited || tools.replays > 1 && len(s.phases) > 2
			o := replay.Outcome{Published: true, Inputs: 1, Covered: make([]bool, 4)}
			for i := range o.Covered {
				o.Covered[i] = len(values) > 0 && values[0] == int64(i)*1000
			}
			return o
		}
		statistics := s.run(t)
		if statistics.Goals == nil || statistics.Goals.Partial != test.partial || !test.partial && (!waited || statistics.Goals.Covered != 4) {
			t.Errorf("%v: %+v, waited: %v", test.each, statistics.Goals, waited)
		}
		if test.partial && statistics.Tests < 2 {
			t.Errorf("%d tests: those that were not replayed are gone", statistics.Tests)
		}
	}
}

// The ending of a run decides whether validators keep its coverage.
func TestImpliedGoals(t *testing.T) {
	tools := oneGoalTools()
	built, err := tools.Build(t.Context(), nil, toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	v := newVerdict(&fakeReplay{tools}, built)
	directions := slices.Collect(maps.Keys(v.led))
	if len(directions) != 1 {
		t.Fatalf("directions %v", directions)
	}
	v.imply(directions, layout.EndingCrashed)
	if all, uncredited := v.reached(); all != 1 || uncredited != 1 {
		t.Errorf("%d, %d after a crash", all, uncredited)
	}
	v.imply(directions, layout.EndingNormal)
	if all, uncredited := v.reached(); all != 1 || uncredited != 0 {
		t.Errorf("%d, %d after a normal run", all, uncredited)
	}
}
