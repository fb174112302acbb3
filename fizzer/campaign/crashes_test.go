package campaign

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// The folder of a run that read very many values is written only if there is time for it; that of a short one always. The file about it
// lists its first values, and its suite has all.
func TestFolderOfALongRun(t *testing.T) {
	const many = 50_000
	for _, test := range []struct {
		values int
		allows bool
		kept   bool
	}{{3, true, true}, {3, false, true}, {many, true, true}, {many, false, false}} {
		model, err := task.ParseDataModel("LP64")
		if err != nil {
			t.Fatal(err)
		}
		var asked time.Duration
		c := crashes{folder: t.TempDir(), task: &task.Task{DataModel: model},
			program: &program{sources: &source.Program{}, target: &toolchain.Target{Locations: &locations.Table{}}},
			allows:  func(cost time.Duration) bool { asked = cost; return test.allows },
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
		if (asked > 0) != (test.values == many) {
			t.Errorf("%+v: asked for %v", test, asked)
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

// A step is allowed if its CPU time fits into what is left of both limits, by the clock with the load of the machine.
func TestAllows(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	for _, test := range []struct {
		cpu, wall, elapsed time.Duration
		load               float64
		cost               time.Duration
		want               bool
	}{
		{0, 0, time.Hour, 20, time.Minute, true},
		{0, 10 * time.Second, 5 * time.Second, 1, 4 * time.Second, true},
		{0, 10 * time.Second, 5 * time.Second, 1, 5 * time.Second, false},
		{0, 10 * time.Second, 5 * time.Second, 10, 200 * time.Millisecond, true},
		{0, 10 * time.Second, 5 * time.Second, 10, 500 * time.Millisecond, false},
		{5 * time.Second, time.Minute, time.Second, 1, 4 * time.Second, true},
		{5 * time.Second, time.Minute, time.Second, 1, 5 * time.Second, false},
		{time.Hour, math.MaxInt64, time.Second, 1, time.Minute, true},
	} {
		run := timing{cpu: test.cpu, wall: test.wall, start: now, load: func() float64 { return test.load }, meter: budget.NewMeter(),
			clock: func() time.Time { return now.Add(test.elapsed) }}
		if run.allows(test.cost) != test.want {
			t.Errorf("%+v", test)
		}
	}
}
