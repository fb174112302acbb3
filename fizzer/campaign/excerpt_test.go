package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
)

// largeRun returns a run of three seconds by a clock that the tools move, of a program that is too long to be built within one. Its whole
// text is built by whole, its excerpt by part.
func largeRun(t *testing.T, tools *fakeTools, part, whole func(context.Context) error) *started {
	s := newRun(t, tools)
	clock := newClock(0)
	s.options.Clock, s.options.Executions, s.options.Wall = clock.time, 0, 3*time.Second
	long := "static void far(int x) { /*" + strings.Repeat("-", 1_000_000) + "*/ }\nint main(void) { far(1); return 0; }\n"
	if err := os.WriteFile(s.options.Task.Programs[0], []byte(long), 0o644); err != nil {
		t.Fatal(err)
	}
	tools.building = func(ctx context.Context) error {
		clock.add(100 * time.Millisecond)
		if isExcerpt(tools) {
			return part(ctx)
		}
		return whole(ctx)
	}
	program := tools.program
	tools.program = func(m *faketarget.Machine) {
		clock.add(time.Millisecond)
		program(m)
	}
	return s
}

// isExcerpt reports whether what was built last is the excerpt.
func isExcerpt(tools *fakeTools) bool {
	return strings.Contains(tools.options.Sources.Files[0].Head, "__fizzer_beyond")
}

func builds(context.Context) error { return nil }

// What the excerpt covers becomes tests before the program is built, and inputs for its search. If nobody judges the suite, no test is in
// it twice.
func TestExcerpt(t *testing.T) {
	tools := twoGoalsTools()
	tools.valued = nil // gcc rejects the program
	early := 0
	var s *started
	s = largeRun(t, tools, builds, func(context.Context) error {
		early = len(s.tests(t))
		return nil
	})
	s.options.CPU = time.Hour // the shorter of the limits counts
	statistics := s.run(t)
	e := statistics.Excerpt
	if e == nil || e.Functions != 1 || e.LeftOut != 1 || early < 2 || e.Tests != early || e.Executions == 0 ||
		e.Executions >= statistics.Executions {
		t.Fatalf("%d tests before the program is built, excerpt %+v of %d executions", early, e, statistics.Executions)
	}
	if statistics.Seeds != 0 || statistics.Engine.Executions+e.Executions != statistics.Executions {
		t.Errorf("%d seeds, %d executions of the program", statistics.Seeds, statistics.Engine.Executions)
	}
	tests := s.tests(t)
	for i, test := range tests {
		if slices.ContainsFunc(tests[:i], func(other []int64) bool { return slices.Equal(other, test) }) {
			t.Errorf("test %v is there twice", test)
		}
	}
	if last := tools.processes[len(tools.processes)-1]; last.options.Scratch == tools.processes[0].options.Scratch {
		t.Error("both searches have one folder")
	}
	var line formats.Progress
	content, err := os.ReadFile(filepath.Join(s.options.Output, formats.ProgressFile))
	if err != nil {
		t.Fatal(err)
	}
	executions := uint64(0)
	for text := range strings.Lines(string(content)) {
		if err := json.Unmarshal([]byte(text), &line); err != nil || line.Engine.Executions < executions {
			t.Errorf("%d executions after %d: %v", line.Engine.Executions, executions, err)
		}
		executions = line.Engine.Executions
	}
	tools.noneLeft(t)
}

// A run whose program is not built in time has the tests of the excerpt.
func TestExcerptOnly(t *testing.T) {
	for _, kind := range []property.Kind{property.Branches, property.Error} {
		tools := twoGoalsTools()
		tools.program = func(m *faketarget.Machine) {
			if equal(m, 1, read(m), 0) {
				m.ReachError()
			}
		}
		late := errors.New("it takes too long")
		s := largeRun(t, tools, builds, func(context.Context) error { return late })
		s.options.Property = property.Property{Kind: kind, Function: "reach_error"}
		statistics, err := Run(t.Context(), s.options)
		if e := statistics.Excerpt; !errors.Is(err, late) || e == nil || e.Executions == 0 || statistics.Executions != e.Executions ||
			!statistics.ErrorReached || statistics.Mode != formats.ModePersistent {
			t.Errorf("%v: %v, excerpt %+v of %+v", kind, err, e, statistics)
		}
		if s.check(t, statistics); statistics.Tests == 0 {
			t.Errorf("%v: no test", kind)
		}
		tools.noneLeft(t)
	}
}

// An error that the excerpt reaches, and the program with the same input does not, is in no test; one that gcc's build reaches is.
func TestExcerptWithWrongError(t *testing.T) {
	for name, reached := range map[string]func([]int64) replay.Outcome{
		"not judged": nil,
		"refuted": func(values []int64) replay.Outcome {
			return replay.Outcome{Published: true, Inputs: len(values), Covered: []bool{false}}
		},
		"reached": func(values []int64) replay.Outcome {
			return replay.Outcome{Published: true, Inputs: len(values), Covered: []bool{true}}
		},
	} {
		tools := twoGoalsTools()
		tools.goals, tools.marked, tools.valued = tools.goals[:1], nil, reached
		tools.program = func(m *faketarget.Machine) {
			if equal(m, 1, read(m), 0) && isExcerpt(tools) {
				m.ReachError()
			}
		}
		s := largeRun(t, tools, builds, builds)
		s.options.Property = property.Property{Kind: property.Error, Function: "reach_error"}
		statistics := s.run(t)
		if e := statistics.Excerpt; e == nil || e.Tests != 1 || statistics.ErrorReached {
			t.Errorf("%s: excerpt %+v, error reached: %v", name, e, statistics.ErrorReached)
		}
		if want := map[bool]int{true: 1}[name == "reached"]; statistics.Tests != want {
			t.Errorf("%s: %d tests", name, statistics.Tests)
		}
		tools.noneLeft(t)
	}
}

// An excerpt that cannot be built or run is given up.
func TestExcerptThatFails(t *testing.T) {
	for name, test := range map[string]struct {
		build, start error
	}{
		"build": {build: errors.New("no")},
		"start": {start: errors.New("no")},
	} {
		tools := twoGoalsTools()
		s := largeRun(t, tools, func(context.Context) error { return test.build }, builds)
		tools.starting = func(context.Context) error {
			if isExcerpt(tools) {
				return test.start
			}
			return nil
		}
		statistics := s.run(t)
		if statistics.StoppedBy != formats.StoppedByGoals || (statistics.Excerpt == nil) != (test.build != nil) {
			t.Errorf("%s: stopped by %s, excerpt %+v", name, statistics.StoppedBy, statistics.Excerpt)
		}
		if got := s.noted("the search of that part failed"); got != (test.start != nil) {
			t.Errorf("%s: notes %q", name, s.notes)
		}
		tools.noneLeft(t)
	}
}

// Runs for which the clock must decide nothing, runs that go on where others ended, and small programs have no excerpt.
func TestNoExcerpt(t *testing.T) {
	for name, change := range map[string]func(*started){
		"a number of executions":                func(s *started) { s.options.Executions, s.options.Wall = 400, 0 },
		"a number and a time":                   func(s *started) { s.options.Executions = 400 },
		"enough CPU time and time by the clock": func(s *started) { s.options.CPU, s.options.Wall = time.Hour, time.Minute },
		"a part less":                           func(s *started) { s.options.Without = []string{engine.PartExcerpt} },
		"nobody judges":                         func(s *started) { s.options.Helper = true },
		"enough time":                           func(s *started) { s.options.Wall = time.Minute },
		"two files": func(s *started) {
			second := s.options.Task.Programs[0] + ".c"
			_ = os.WriteFile(second, nil, 0o644)
			s.options.Task.Programs = append(s.options.Task.Programs, second)
		},
	} {
		t.Run(name, func(t *testing.T) {
			tools := twoGoalsTools()
			refused := func(context.Context) error { return fmt.Errorf("it was built") }
			s := largeRun(t, tools, refused, builds)
			change(s)
			if statistics := s.run(t); statistics.Excerpt != nil || isExcerpt(tools) {
				t.Errorf("%+v", statistics.Excerpt)
			}
		})
	}
}

// The search of an excerpt ends when nothing was found for half of the time, but not before the first run.
func TestExcerptBudget(t *testing.T) {
	clock := newClock(0)
	timing := &timing{wall: time.Hour, start: clock.time(), clock: clock.time}
	b := &excerptBudget{Budget: timing.further(time.Minute), began: clock.time(), found: clock.time()}
	for i, test := range []struct {
		passes     time.Duration
		executions uint64
		found      bool
		ends       bool
	}{
		{leastIdle / 2, 0, false, false}, {leastIdle / 2, 0, true, false}, {leastIdle / 2, 64, false, false}, {leastIdle, 64, true, false},
		{2 * leastIdle, 64, false, false}, {leastIdle, 64, false, true}, {0, 64, true, false}, {time.Minute, 64, true, true},
	} {
		clock.add(test.passes)
		if test.found {
			b.found = clock.time()
		}
		b.next = time.Time{}
		if _, ends := b.Done(test.executions); ends != test.ends {
			t.Errorf("step %d: ends %v", i, ends)
		}
	}
}
