package campaign

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
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
	"fizzer/fizzer/runner"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/suite"
)

// killed leaves the files of a run that was killed while it wrote: half a line of progress, and an unfinished file.
func killed(t *testing.T, progress, unfinished string) {
	t.Helper()
	file, err := os.OpenFile(progress, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"phase":"sear`); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(unfinished, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// progressOf reads the progress file. All its lines must be complete.
func progressOf(t *testing.T, s *started) (lines []formats.Progress) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(s.options.Output, formats.ProgressFile))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(content)) {
		var p formats.Progress
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		lines = append(lines, p)
	}
	return lines
}

// Each line counts more than the one before, and the last one equals the result of the run.
func TestProgressFile(t *testing.T) {
	tools := twoGoalsTools()
	s := newRun(t, tools)
	s.options.Clock = newClock(time.Millisecond).time
	statistics := s.run(t)
	lines := progressOf(t, s)
	if !slices.IsSortedFunc(lines, func(a, b formats.Progress) int { return int(a.Engine.Executions) - int(b.Engine.Executions) }) ||
		len(lines) < 3 {
		t.Errorf("lines %+v", lines)
	}
	last := lines[len(lines)-1]
	if last.Goals == nil || last.Goals.Covered != 4 || last.Engine.Executions != statistics.Executions ||
		last.Phase != formats.PhaseSearching {
		t.Errorf("the last line is %+v", last)
	}
}

// elsewhere is the exchange with one search on another machine, which found an input.
type elsewhere struct {
	input []byte
	taken bool
	shown uint64 // executions
	goals formats.Goals
}

func (e *elsewhere) Own(uint32) bool { return true }
func (e *elsewhere) Changes() uint64 { return 0 }

func (e *elsewhere) Take() []engine.Shared {
	if e.taken {
		return nil
	}
	e.taken = true
	return []engine.Shared{{Bytes: e.input, Limits: engine.DefaultLimits()}}
}

func (e *elsewhere) Found(f *engine.Found) string {
	if bytes.Equal(f.Bytes, e.input) {
		return "elsewhere"
	}
	return ""
}

func (e *elsewhere) Show(executions uint64, _ int, goals *formats.Goals) {
	e.shown = executions
	if goals != nil {
		e.goals = *goals
	}
}

func (e *elsewhere) Searches() []formats.Search {
	return []formats.Search{{Name: "elsewhere", Executions: 7}}
}

// The tests of a shared run say who found them; the others are told how far the run is, and progress and statistics tell of them.
func TestSharedRun(t *testing.T) {
	s := newRun(t, twoGoalsTools())
	input := binary.LittleEndian.AppendUint32(nil, 12345)
	other := &elsewhere{input: input}
	s.options.Exchange = other
	seen := false
	s.options.OnProgress = func(p formats.Progress) { seen = seen || len(p.Searches) == 1 && p.Searches[0].Executions == 7 }
	statistics := s.run(t)
	if other.goals.Covered != 4 || other.goals.Total != 4 {
		t.Errorf("goals %+v were shown", other.goals)
	}
	if other.shown != statistics.Executions || !seen || len(statistics.Searches) != 1 {
		t.Errorf("%d executions were shown; searches %+v", other.shown, statistics.Searches)
	}
	if lines := progressOf(t, s); len(lines) == 0 || len(lines[len(lines)-1].Searches) != 1 {
		t.Errorf("progress %+v", lines)
	}
	var details formats.Details
	s.read(t, formats.DetailsFile, &details)
	by := map[string]int{}
	for i, values := range s.tests(t) {
		by[details.Tests[i].Search]++
		if want := values[0] == 12345; want != (details.Tests[i].Search == "elsewhere") {
			t.Errorf("the test %v was found by %q", values, details.Tests[i].Search)
		}
	}
	if by["elsewhere"] != 1 || by[""] == 0 {
		t.Errorf("tests by search: %v", by)
	}
}

// The zip is updated while the engine works, rarely enough to cost little. It holds the tests found so far.
func TestZipWhileWorking(t *testing.T) {
	o := &output{folder: t.TempDir(), added: func() time.Duration { return 0 }}
	now := time.Unix(1000, 0)
	o.clock = func() time.Time { now = now.Add(time.Second); return now }
	o.metadata = suite.Metadata{Producer: "p", Specification: "s", ProgramFile: "f", ProgramHash: "h", Architecture: "32bit", Created: now}
	if _, err := o.open(false); err != nil {
		t.Fatal(err)
	}
	zipped := func() int {
		s, err := suite.Read(o.path(formats.SuiteZip))
		if err != nil {
			return -1
		}
		return len(s.Tests)
	}
	for _, step := range []struct {
		add, want int
		pass      time.Duration
	}{{0, -1, 0}, {1, 1, 0}, {1, 1, 0}, {0, 2, 200 * time.Second}, {0, 2, 200 * time.Second}} {
		now = now.Add(step.pass)
		for range step.add {
			if err := o.add(suite.Test{}, "normal", ""); err != nil {
				t.Fatal(err)
			}
		}
		o.keepZip()
		if got := zipped(); got != step.want {
			t.Errorf("%+v: %d tests in the zip", step, got)
		}
	}
}

// Tests with many values are in the zip at once: it would take too long to compress them all at the end of a run.
func TestZipOfLongTests(t *testing.T) {
	o := &output{folder: t.TempDir(), clock: time.Now, metadata: suite.Metadata{Architecture: "64bit"}}
	o.added = func() time.Duration { return 0 }
	if _, err := o.open(false); err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct{ values, want int }{
		{maxWaiting - 1, 0}, {1, 2}, {10, 2}, {maxWaiting / 2, 2}, {maxWaiting / 2, 5}, {10, 5}, {maxWaiting, 7},
	} {
		inputs := slices.Repeat([]suite.Input{{Type: "int", Value: "0"}}, step.values)
		if err := o.add(suite.Test{Inputs: inputs}, "normal", ""); err != nil {
			t.Fatal(err)
		}
		got := 0
		if zipped, err := suite.Read(o.path(formats.SuiteZip)); err == nil {
			got = len(zipped.Tests)
		}
		if got != step.want {
			t.Errorf("test %d of %d values: %d tests in the zip, want %d", i, step.values, got, step.want)
		}
	}
}

// The details list the values that matter, of many the first ones; of a long run no others are looked at.
func TestValuesThatMatter(t *testing.T) {
	input := inputOf(layout.InputTypeSint16, slices.Repeat([]int16{7, 8}, 100)...)
	for _, test := range []struct {
		sensitive []uint32
		want      []int
	}{
		{nil, nil}, {[]uint32{3, 4, 5, 300}, []int{1, 2, 150}}, {[]uint32{0}, []int{0}}, {[]uint32{1000}, []int{}},
	} {
		values, err := valuesThatMatter(engine.Missed{Input: input, Sensitive: test.sensitive})
		if test.want == nil {
			for i := range maxValues {
				test.want = append(test.want, i)
			}
		}
		var got []int
		for _, v := range values {
			got = append(got, v.Index)
			if want := fmt.Sprint(7 + v.Index%2); v.Text != want || v.Type != "short" {
				t.Errorf("%v: %+v, want %s", test.sensitive, v, want)
			}
		}
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%v: %v, want %v; %v", test.sensitive, got, test.want, err)
		}
	}
}

// Each different bad end gets one folder, named by its kind, with files that reproduce it.
func TestCrashes(t *testing.T) {
	tools := twoGoalsTools()
	tools.valued = nil
	tools.table = func(table *locations.Table) {
		table.Conditions[1].Line = 17
		table.Calls = []locations.Call{{Callee: "helper", Line: 9}}
	}
	tools.program = func(m *faketarget.Machine) {
		x := read(m)
		switch {
		case greater(m, 0, x, 1_000_000):
			m.Crash()
		case equal(m, 1, x, 77):
			m.End(layout.EndingAborted, 0)
		case equal(m, 2, x, 78):
			m.End(layout.EndingTimeout, 0)
		}
	}
	s := newRun(t, tools)
	statistics := s.run(t)
	if want := map[string]int{"SIGSEGV": 1, "SIGABRT": 1, "timeout": 1}; fmt.Sprint(statistics.Crashes) != fmt.Sprint(want) {
		t.Fatalf("crashes %v", statistics.Crashes)
	}
	folder := filepath.Join(s.options.Output, formats.CrashFolder, "SIGABRT", "1")
	values, err := os.ReadFile(filepath.Join(folder, "values.c"))
	if err != nil || !strings.Contains(string(values), "{77,0,0,0,0}") || !strings.Contains(string(values), "return 1;") {
		t.Errorf("%s, %v", values, err)
	}
	program, err := os.ReadFile(filepath.Join(folder, "program.sh"))
	if err != nil || !strings.Contains(string(program), "fake.c:17 in main") || !strings.Contains(string(program), "compiler='clang-fake'") ||
		!strings.Contains(string(program), "width=64") || !strings.Contains(string(program), s.options.Task.Programs[0]) {
		t.Errorf("%s, %v", program, err)
	}
	if status, err := os.Stat(filepath.Join(folder, "reproduce.sh")); err != nil || status.Mode().Perm()&0o100 == 0 {
		t.Errorf("reproduce.sh cannot be run: %v", err)
	}
	tests, err := suite.Read(filepath.Join(folder, formats.SuiteFolder))
	if err != nil || len(tests.Tests) != 1 || tests.Tests[0].Inputs[0].Value != "77" {
		t.Errorf("%+v, %v", tests, err)
	}
}

// If another process does not reproduce a run, all targets fork from then on. Differences by the clock count only if they repeat.
func TestNotReproduced(t *testing.T) {
	differs := func(ending layout.Ending) func(*faketarget.Machine) {
		return func(m *faketarget.Machine) { twoGoals(m); m.End(ending, 0) }
	}
	for _, test := range []struct {
		name  string
		fresh func(*faketarget.Machine)
		tests int // number that the engine finds
		mode  string
	}{
		{"the same", twoGoals, 3, formats.ModePersistent},
		{"another end", differs(layout.EndingAborted), 3, formats.ModeFellBack},
		{"the clock, seldom", differs(layout.EndingTimeout), 2, formats.ModePersistent},
	} {
		t.Run(test.name, func(t *testing.T) {
			tools := twoGoalsTools()
			tools.fresh, tools.valued = test.fresh, nil
			s := newRun(t, tools)
			s.options.Executions = 100
			statistics := s.run(t)
			if statistics.Mode != test.mode {
				t.Errorf("mode %q because %q after %d tests", statistics.Mode, statistics.Forked, statistics.NotReproduced)
			}
			if same := test.name == "the same"; same != (statistics.NotReproduced == 0) {
				t.Errorf("%d tests were not reproduced", statistics.NotReproduced)
			}
			if fallen := tools.processes[0].fallen; (len(fallen) == 1) != (test.mode == formats.ModeFellBack) {
				t.Errorf("told to fork because of %q", fallen)
			}
		})
	}
}

// A test whose fresh run is garbled is not in the suite.
func TestGarbledTests(t *testing.T) {
	tools := twoGoalsTools()
	tools.fresh = func(m *faketarget.Machine) {
		tools.processes[1].garble = true
		twoGoals(m)
	}
	s := newRun(t, tools)
	s.options.Without = []string{engine.StepTrial} // a trial has a test without a run in a fresh process
	if statistics := s.run(t); statistics.Tests != 0 || statistics.NotReproduced == 0 {
		t.Errorf("%d tests, %d not reproduced", statistics.Tests, statistics.NotReproduced)
	}
}

// Seeds are encoded with the types that the program reads, which only runs tell. Values that are not numbers are dropped.
func TestSeeds(t *testing.T) {
	tools := twoGoalsTools()
	tools.valued = nil
	var starts [][]byte
	tools.program = func(m *faketarget.Machine) {
		if wide := read(m); greater(m, 0, wide, 5) {
			starts = append(starts, slices.Clone(m.Read(layout.InputTypeSint64, 8)))
		}
	}
	s := newRun(t, tools)
	s.options.Executions = 10
	s.options.Seeds = suite.Each([]suite.Test{
		{Inputs: []suite.Input{{Value: "6"}, {Value: "-2"}}},
		{Inputs: []suite.Input{{Value: "6"}, {Value: "no number"}}},
	})
	statistics := s.run(t)
	if statistics.Seeds != 1 || !s.noted("1 of 2 tests given as seeds") {
		t.Errorf("%d seeds, notes %q", statistics.Seeds, s.notes)
	}
	want := []byte{0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
	if !slices.ContainsFunc(starts, func(got []byte) bool { return slices.Equal(got, want) }) {
		t.Errorf("no run read -2 as a long: %v", starts)
	}
}

// Raw seeds become inputs as they are.
func TestRawSeeds(t *testing.T) {
	tools := twoGoalsTools()
	tools.valued = nil
	var starts []int32
	tools.program = func(m *faketarget.Machine) { starts = append(starts, read(m)) }
	s := newRun(t, tools)
	s.options.Executions = 10
	s.options.RawSeeds = [][]byte{{0x78, 0x56, 0x34, 0x12}, {}}
	if statistics := s.run(t); statistics.Seeds != 2 {
		t.Errorf("%d seeds", statistics.Seeds)
	}
	if !slices.Contains(starts, 0x12345678) {
		t.Errorf("no run read the seed: %x", starts)
	}
}

// Seeds may take a quarter of the time.
func TestSeedsEndEarly(t *testing.T) {
	now := time.Unix(1000, 0)
	fake := faketarget.New(faketarget.Integers("sgt"), func(m *faketarget.Machine) { now = now.Add(time.Second); read(m) })
	s := seeds{&timing{wall: 40 * time.Second, start: now, clock: func() time.Time { return now }}, fake}
	inputs, _, _, err := s.encode(t.Context(), suite.Each(slices.Repeat([]suite.Test{{Inputs: []suite.Input{{Value: "1"}}}}, 100)))
	if err != nil || len(inputs) < 2 || len(inputs) > 10 {
		t.Errorf("%d seeds, %v", len(inputs), err)
	}
}

// The values of a missed direction are the sensitive ones, up to a maximum number.
func TestMissedDirections(t *testing.T) {
	tools := twoGoalsTools()
	tools.valued = nil
	tools.program = func(m *faketarget.Machine) {
		read(m)
		x := read(m)
		equal(m, 1, x*x, 7) // no square is 7
	}
	s := newRun(t, tools)
	s.run(t)
	var details formats.Details
	s.read(t, formats.DetailsFile, &details)
	if len(details.Missed) != 1 || details.Missed[0].Location != 1 || !details.Missed[0].Outcome || details.Missed[0].Distance == nil {
		t.Fatalf("missed %+v", details.Missed)
	}
	missed := details.Missed[0]
	if !missed.Known || missed.Reads != 2 || len(missed.Values) != 1 || missed.Values[0].Index != 1 || missed.Values[0].Type != "int" {
		t.Errorf("missed %+v", missed)
	}
	if details.Tree == nil || details.Tree.Location != 1 || details.Tree.Outcomes[1].State != "not taken" {
		t.Errorf("tree %+v", details.Tree)
	}
}

func TestHeapLimit(t *testing.T) {
	if got := HeapLimit(1 << 30); got != 1<<29 {
		t.Errorf("%d of a gigabyte", got)
	}
	if got := HeapLimit(1 << 40); got != maxTree+heapRoom {
		t.Errorf("%d of a terabyte", got)
	}
}

var _ Process = (*runner.Process)(nil)
