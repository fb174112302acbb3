package campaign

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/toolchain"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// A program cannot make folders without end by inventing kinds of findings.
func TestInventedKinds(t *testing.T) {
	c := crashes{}
	kept := 0
	for i := range 10 * maxAllCrashes {
		if c.observe(i, badEnd{kind: fmt.Sprint(i)}, trace.Input{}) != nil {
			kept++
		}
	}
	if kept != maxAllCrashes {
		t.Errorf("%d kept", kept)
	}
}

// The folder of a run is written if there is time for its values. The file about it lists the first ones, and its suite has all.
func TestFolderOfALongRun(t *testing.T) {
	const many = 50_000
	for _, test := range []struct {
		values int
		allows bool
		kept   bool
	}{{3, true, true}, {many, true, true}, {many, false, false}} {
		model, err := task.ParseDataModel("LP64")
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		c := crashes{folder: t.TempDir(), task: &task.Task{DataModel: model},
			program: &program{sources: &source.Program{}, target: &toolchain.Target{Locations: &locations.Table{}}},
			allows:  func(values int) bool { asked = values; return test.allows },
		}
		input := inputOf(layout.InputTypeSint16, make([]int16, test.values)...)
		c.keep(&execution.Run{Ending: layout.EndingCrashed, Detail: uint32(unix.SIGSEGV), Call: layout.NoCall,
			Bytes: input.Bytes, Reads: input.Reads})
		if c.failure != nil || c.count["SIGSEGV"] != 1 {
			t.Fatalf("%+v: %v, %v", test, c.failure, c.count)
		}
		folder := filepath.Join(c.folder, formats.CrashFolder, "SIGSEGV", "1")
		text, err := os.ReadFile(filepath.Join(folder, formats.CrashFile))
		if kept := err == nil; kept != test.kept || (len(c.kept) == 1) != test.kept || (c.leftOut == 1) == test.kept {
			t.Errorf("%+v: %v, %d kept, %d left out", test, err, len(c.kept), c.leftOut)
		}
		if asked != test.values {
			t.Errorf("%+v: asked for %d", test, asked)
		}
		if err != nil {
			continue
		}
		var file formats.Crash
		if err := json.Unmarshal(text, &file); err != nil {
			t.Fatal(err)
		}
		if want := min(test.values, formats.MaxCrashValues); len(file.Values) != want || file.Found != test.values {
			t.Errorf("%+v: %d of %d values listed, want %d", test, len(file.Values), file.Found, want)
		}
		read, err := suite.Read(filepath.Join(folder, formats.SuiteFolder))
		if err != nil || len(read.Tests) != 1 || len(read.Tests[0].Inputs) != test.values {
			t.Errorf("%+v: %+v", test, err)
		}
	}
}

// A test is allowed if the CPU time for its values fits into what is left of both limits, by the clock with the load of the machine; a
// short one always.
func TestAllowsValues(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	for _, test := range []struct {
		cpu, wall, elapsed time.Duration
		load               float64
		values             int
		want               bool
	}{
		{0, 0, time.Hour, 20, 100_000_000, true},
		{0, 10 * time.Second, 5 * time.Second, 1, 4_000_000, true},
		{0, 10 * time.Second, 5 * time.Second, 1, 5_000_000, false},
		{0, 10 * time.Second, 5 * time.Second, 10, 200_000, true},
		{0, 10 * time.Second, 5 * time.Second, 10, 500_000, false},
		{0, 10 * time.Second, 11 * time.Second, 10, 10_000, true},
		{5 * time.Second, time.Minute, time.Second, 1, 4_000_000, true},
		{5 * time.Second, time.Minute, time.Second, 1, 5_000_000, false},
		{time.Hour, time.Minute, 59*time.Second + 900*time.Millisecond, 1, 400_000, false},
	} {
		run := timing{cpu: test.cpu, wall: test.wall, start: now, load: func() float64 { return test.load }, meter: budget.NewMeter(),
			clock: func() time.Time { return now.Add(test.elapsed) }}
		if run.allowsValues(test.values, searchParts) != test.want {
			t.Errorf("%+v", test)
		}
	}
}

// A find with many values becomes no test if writing it would take longer than is left. The run says so.
func TestFindsThatAreTooLate(t *testing.T) {
	for load, late := range map[float64]bool{1: false, 1e9: true} {
		tools := twoGoalsTools()
		tools.valued = nil
		tools.program = func(m *faketarget.Machine) {
			x := read(m)
			for range 20_000 {
				read(m)
			}
			greater(m, 0, x, 100)
			equal(m, 1, x, 12345)
		}
		s := newRun(t, tools)
		s.options.Wall, s.options.Load = time.Hour, func() float64 { return load }
		statistics := s.run(t)
		told := slices.ContainsFunc(s.notes, func(note string) bool { return strings.Contains(note, "became no tests") })
		if short := statistics.Tests == 1; short != late || told != late {
			t.Errorf("load %v: %d tests of %d executions, %q", load, statistics.Tests, statistics.Executions, s.notes)
		}
	}
}
