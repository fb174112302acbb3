package campaign

import (
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
	"time"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/toolchain"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// TestManyLongTests: what is held in memory does not grow with the length of all tests together.
func TestManyLongTests(t *testing.T) {
	const tests, values, maxBytes = 20, 50_000, 16 << 20
	tools := twoGoalsTools()
	tools.goals, tools.marked = nil, nil
	for i := range tests {
		tools.goals = append(tools.goals, goal.Goal{Kind: goal.Then, Function: "main", Line: i + 1})
	}
	tools.valued = func(values []int64) replay.Outcome {
		o := replay.Outcome{Published: true, Inputs: len(values), Covered: make([]bool, tests)}
		o.Covered[values[0]-1_000_000] = true
		return o
	}
	built, err := tools.Build(t.Context(), nil, toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := &output{folder: t.TempDir(), clock: time.Now, metadata: suite.Metadata{Architecture: "64bit"}}
	o.added = func() time.Duration { return 0 }
	if _, err := o.open(false); err != nil {
		t.Fatal(err)
	}
	v := newVerdict(&fakeReplay{tools}, built)
	v.output, v.timing, v.statistics = o, &timing{clock: time.Now}, &formats.Statistics{}
	before := heap()
	for i := range tests {
		var test suite.Test
		for k := range values {
			test.Inputs = append(test.Inputs, suite.Input{Type: "int", Value: strconv.Itoa(1_000_000 + i + k)})
		}
		if err := o.add(test, "normal", ""); err != nil {
			t.Fatal(err)
		}
		if err := v.replayPending(t.Context(), func() bool { return true }); err != nil {
			t.Fatal(err)
		}
	}
	if grown := heap() - before; grown > maxBytes {
		t.Errorf("%d MB are held for %d tests of %d values", grown>>20, tests, values)
	}
	if err := v.judge(t.Context()); err != nil || len(v.kept) != tests {
		t.Fatalf("%d tests kept, error %v", len(v.kept), err)
	}
	if err := o.zip(); err != nil {
		t.Fatal(err)
	}
	written, err := suite.ReadWithin(filepath.Join(o.folder, formats.SuiteZip), suite.WideLimits())
	if err != nil || len(written.Tests) != tests {
		t.Fatalf("%d tests in the zip, error %v", len(written.Tests), err)
	}
	for i, test := range written.Tests {
		if len(test.Inputs) != values || test.Inputs[values-1].Value != strconv.Itoa(1_000_000+i+values-1) {
			t.Errorf("test %d has %d values", i, len(test.Inputs))
		}
	}
	runtime.KeepAlive(v)
}

// heap returns the bytes of all that is reachable.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
