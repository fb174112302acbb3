package campaign

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/recorder"
	"fizzer/fizzer/runner"
	"fizzer/fizzer/sanitize"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// fakeTools build and run a program that is a Go function.
type fakeTools struct {
	program func(*faketarget.Machine)
	fresh   func(*faketarget.Machine)           // program of the process that reproduces tests; nil: program
	valued  func(values []int64) replay.Outcome // outcome of a test with these values on gcc's build; nil: gcc rejects the program
	endless func(values []int64) bool           // gcc's build does not end with these values; may be nil
	table   func(*locations.Table)              // changes the location table; may be nil
	goals   []goal.Goal                         // of gcc's build
	marked  [][]locations.Edge                  // by goal: directions that lead to it

	building       func(context.Context) error               // called before the target is built; may be nil
	buildingReplay func()                                    // called before gcc's build is made; may be nil
	findError      error                                     // of FindCompilers
	replayError    error                                     // of BuildReplay
	starting       func(context.Context) error               // called before a process starts; may be nil
	startError     error                                     // of the second process
	sanitized      func(sanitize.Options) (Sanitized, error) // builds with sanitizers; nil: there are none
	second         func(context.Context) (string, error)     // builds the second form; nil: there is none
	faster         func(context.Context) (string, error)     // builds the faster form of a quick target; nil: there is none
	lean           func(context.Context) (string, error)     // builds the lean form; nil: there is none
	missing        []sandbox.Layer

	lock      sync.Mutex
	processes []*fakeProcess
	replays   int  // tests that gcc's build ran
	closed    bool // gcc's build
	options   toolchain.Options
	replayed  replay.Options
}

func (f *fakeTools) conditions() []locations.Condition {
	return faketarget.Integers("sgt", "eq", "eq", "sgt")
}

func (f *fakeTools) Build(ctx context.Context, t *task.Task, o toolchain.Options) (*toolchain.Target, error) {
	f.options = o
	if f.building != nil {
		if err := f.building(ctx); err != nil {
			return nil, err
		}
	}
	table := faketarget.New(f.conditions(), f.program).Table()
	table.Goals = f.marked
	for range table.Goals {
		table.Reached = append(table.Reached, true)
	}
	if f.table != nil {
		f.table(table)
	}
	built := &toolchain.Target{Executable: "target", Locations: table, Compiler: "clang-fake", Quick: o.Quick && f.faster != nil}
	for _, g := range f.goals[:len(f.marked)] { // none: the front end rejects the marked text
		built.Goals = append(built.Goals, toolchain.Goal{Goal: g})
	}
	return built, nil
}

// BuildRuntime returns nothing: a Go function needs no runtime.
func (f *fakeTools) BuildRuntime(context.Context, *task.Task, toolchain.Options) (*toolchain.Runtime, error) {
	return nil, nil
}

func (f *fakeTools) FindCompilers(context.Context) error { return f.findError }

func (f *fakeTools) BuildReplay(_ context.Context, o replay.Options) (Replayed, error) {
	f.replayed = o
	if f.buildingReplay != nil {
		f.buildingReplay()
	}
	if f.replayError != nil {
		return nil, f.replayError
	}
	if f.valued == nil {
		return nil, &replay.CompileError{Program: o.Programs[0], Messages: "program.c:1: error: no\n"}
	}
	return &fakeReplay{f}, nil
}

// BuildSecond calls second: a Go function has no second form.
func (f *fakeTools) BuildSecond(ctx context.Context, _ *toolchain.Target, _, _ func(int)) (string, error) {
	if f.second == nil {
		return "", errors.New("no second form")
	}
	return f.second(ctx)
}

// BuildFaster calls faster.
func (f *fakeTools) BuildFaster(ctx context.Context, _ *toolchain.Target, _, _ func(int)) (string, error) {
	if f.faster == nil {
		return "", errors.New("no faster form")
	}
	return f.faster(ctx)
}

// BuildLean calls lean.
func (f *fakeTools) BuildLean(ctx context.Context, _ *toolchain.Target, _, _ func(int)) (string, error) {
	if f.lean == nil {
		return "", errors.New("no lean form")
	}
	return f.lean(ctx)
}

// BuildSanitized calls sanitized: a Go function has no faults of memory.
func (f *fakeTools) BuildSanitized(_ context.Context, o sanitize.Options) (Sanitized, error) {
	if f.sanitized == nil {
		return nil, errors.New("no sanitizers")
	}
	return f.sanitized(o)
}

func (f *fakeTools) StartRecorder(_ context.Context, o recorder.Options) (Recorder, error) {
	return nil, fmt.Errorf("%s does not start", o.Executable)
}

func (f *fakeTools) Start(ctx context.Context, o runner.Options) (Process, error) {
	if f.starting != nil {
		if err := f.starting(ctx); err != nil {
			return nil, err
		}
	}
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.startError != nil && len(f.processes) == 1 {
		return nil, f.startError
	}
	run := f.program
	if f.fresh != nil && filepath.Base(o.Scratch) == "fresh" {
		run = f.fresh
	}
	p := &fakeProcess{Target: faketarget.New(f.conditions(), run), options: o, tools: f}
	f.processes = append(f.processes, p)
	return p, nil
}

// fakeProcess is a process of the program.
type fakeProcess struct {
	*faketarget.Target
	options   runner.Options
	tools     *fakeTools
	fallen    []string // reasons given to FallBack
	renewed   []string // executables given to Renew
	wantsLean atomic.Bool
	leans     []string // executables given to UseLean
	closed    bool
	discarded int
	garble    bool
	before    func() error // called before a batch; may be nil
}

func (p *fakeProcess) Missing() ([]sandbox.Layer, []string) {
	return p.tools.missing, []string{"a reason"}
}
func (p *fakeProcess) FallBack(because string) { p.fallen = append(p.fallen, because) }
func (p *fakeProcess) Renew(executable string) { p.renewed = append(p.renewed, executable) }
func (p *fakeProcess) WantsLean() bool         { return p.wantsLean.Load() }
func (p *fakeProcess) UseLean(executable string) {
	p.leans = append(p.leans, executable)
	p.wantsLean.Store(false)
}
func (p *fakeProcess) Sampled() uint64 { return 2 }
func (p *fakeProcess) Close() error    { p.closed = true; return nil }
func (p *fakeProcess) Discard() error  { p.discarded++; return nil }

func (p *fakeProcess) Execute(ctx context.Context, b *execution.Batch) ([]execution.Run, error) {
	if p.before != nil {
		if err := p.before(); err != nil {
			return nil, err
		}
	}
	runs, err := p.Target.Execute(ctx, b)
	if p.garble && err == nil {
		runs[0].Garbled = true
	}
	return runs, err
}

// fakeReplay is gcc's build.
type fakeReplay struct{ tools *fakeTools }

func (r *fakeReplay) Goals() []goal.Goal { return r.tools.goals }
func (r *fakeReplay) File(int) int       { return 0 }
func (r *fakeReplay) Close() error       { r.tools.closed = true; return nil }

func (r *fakeReplay) Run(ctx context.Context, test suite.Test) (*replay.Outcome, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.tools.replays++
	if r.tools.endless != nil && r.tools.endless(valuesOf(test)) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	outcome := r.tools.valued(valuesOf(test))
	if outcome.Covered == nil {
		outcome.Covered = make([]bool, len(r.tools.goals))
	}
	if !outcome.Published {
		clear(outcome.Covered)
	}
	return &outcome, nil
}

func valuesOf(test suite.Test) (values []int64) {
	for _, input := range test.Inputs {
		value, err := strconv.ParseInt(input.Value, 10, 64)
		if err != nil {
			panic(err)
		}
		values = append(values, value)
	}
	return values
}

// read reads an int.
func read(m *faketarget.Machine) int32 {
	return int32(binary.LittleEndian.Uint32(m.Read(layout.InputTypeSint32, 4)))
}

func greater(m *faketarget.Machine, location uint32, a, b int32) bool {
	return m.Condition(location, a > b, uint64(uint32(a)), uint64(uint32(b)))
}

func equal(m *faketarget.Machine, location uint32, a, b int32) bool {
	return m.Condition(location, a == b, uint64(uint32(a)), uint64(uint32(b)))
}

// twoGoals is: if (x > 100) {goal 0} else {goal 1}; if (x == 12345) {goal 2} else {goal 3}.
func twoGoals(m *faketarget.Machine) {
	x := read(m)
	greater(m, 0, x, 100)
	equal(m, 1, x, 12345)
}

// twoGoalsReplayed is twoGoals as built by gcc.
func twoGoalsReplayed(values []int64) replay.Outcome {
	o := replay.Outcome{Published: true, Inputs: len(values), Covered: make([]bool, 4)}
	if len(values) > 0 {
		o.Covered[0], o.Covered[1] = values[0] > 100, values[0] <= 100
		o.Covered[2], o.Covered[3] = values[0] == 12345, values[0] != 12345
	}
	return o
}

// twoGoalsTools are the tools for twoGoals.
func twoGoalsTools() *fakeTools {
	return &fakeTools{
		program: twoGoals, valued: twoGoalsReplayed,
		goals: []goal.Goal{
			{Kind: goal.Then, Function: "main", Line: 1}, {Kind: goal.Else, Function: "main", Line: 1},
			{Kind: goal.Then, Function: "main", Line: 2, Owner: 2}, {Kind: goal.Else, Function: "main", Line: 2},
		},
		marked: [][]locations.Edge{
			{{Location: 0, Outcome: true}}, {{Location: 0, Outcome: false}},
			{{Location: 1, Outcome: true}}, {{Location: 1, Outcome: false}},
		},
	}
}

// started is a started run with its tools and its log.
type started struct {
	options Options
	phases  []string
	notes   []string
}

// newRun returns the options of a run for branches with a budget of 400 executions.
func newRun(t *testing.T, tools Tools) *started {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := &started{}
	s.options = Options{
		Task:     &task.Task{Programs: []string{file}, DataModel: task.LP64},
		Property: property.Property{Kind: property.Branches},
		Output:   filepath.Join(t.TempDir(), "output"), Memory: 1 << 30, Seed: 1, Jobs: 1, Executions: 400, Version: "1",
		Tools: tools, Clock: newClock(time.Microsecond).time,
		OnProgress: func(p formats.Progress) {
			if len(s.phases) == 0 || s.phases[len(s.phases)-1] != p.Phase {
				s.phases = append(s.phases, p.Phase)
			}
		},
		Log: func(format string, arguments ...any) { s.notes = append(s.notes, fmt.Sprintf(format, arguments...)) },
	}
	return s
}

// clock is moved by the test, so that nothing depends on the machine. Several goroutines may use it.
type clock struct {
	lock sync.Mutex
	now  time.Time
	step time.Duration // added at each reading
}

func newClock(step time.Duration) *clock { return &clock{now: time.Unix(1_000_000, 0), step: step} }

func (c *clock) time() time.Time { c.add(c.step); c.lock.Lock(); defer c.lock.Unlock(); return c.now }

func (c *clock) add(d time.Duration) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.now = c.now.Add(d)
}

// run makes the run and checks what every run must leave.
func (s *started) run(t *testing.T) *formats.Statistics {
	t.Helper()
	statistics, err := Run(context.Background(), s.options)
	if err != nil {
		t.Fatal(err)
	}
	s.check(t, statistics)
	return statistics
}

// check looks for a valid suite and for statistics that equal the returned ones.
func (s *started) check(t *testing.T, statistics *formats.Statistics) {
	t.Helper()
	for _, name := range []string{formats.SuiteFolder, formats.SuiteZip} {
		if err := suite.Check(filepath.Join(s.options.Output, name)); err != nil {
			t.Error(err)
		}
	}
	if tests := s.tests(t); len(tests) != statistics.Tests {
		t.Errorf("%d tests, but the statistics say %d", len(tests), statistics.Tests)
	}
	var written formats.Statistics
	s.read(t, formats.StatisticsFile, &written)
	if fmt.Sprintf("%+v", written.Goals) != fmt.Sprintf("%+v", statistics.Goals) || written.StoppedBy != statistics.StoppedBy {
		t.Errorf("%+v was written, %+v returned", written, statistics)
	}
}

// tests returns the values of the tests in the suite, in its order.
func (s *started) tests(t *testing.T) (all [][]int64) {
	t.Helper()
	read, err := suite.Read(filepath.Join(s.options.Output, formats.SuiteFolder))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range read.Tests {
		all = append(all, valuesOf(test))
	}
	return all
}

func (s *started) read(t *testing.T, name string, into any) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.options.Output, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatal(err)
	}
}

// noted tells whether there was a note with the text.
func (s *started) noted(text string) bool {
	return slices.ContainsFunc(s.notes, func(note string) bool { return strings.Contains(note, text) })
}

// noneLeft complains about processes that were not closed and scratch folders that were not removed.
func (f *fakeTools) noneLeft(t *testing.T) {
	t.Helper()
	for i, p := range f.processes {
		if !p.closed {
			t.Errorf("process %d was not closed", i)
		}
		if _, err := os.Stat(filepath.Dir(p.options.Scratch)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the scratch folder is left: %v", err)
		}
	}
}
