package campaign

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/layout"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// TestPostponedReplays: a test waits for its replay while replays have taken their share of the time, and is replayed as soon as they have
// not, also if no other test is found. What it does not reach goes back to the engine then.
func TestPostponedReplays(t *testing.T) {
	elapsed := 10 * time.Second
	tools := twoGoalsTools()
	tools.valued = func(values []int64) replay.Outcome {
		elapsed += 3 * time.Second
		return replay.Outcome{Published: true, Inputs: len(values), Covered: []bool{values[0] == 1, false}}
	}
	built, err := tools.Build(t.Context(), nil, toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start := time.Unix(1000, 0)
	o := &output{folder: t.TempDir(), clock: time.Now, metadata: suite.Metadata{Architecture: "64bit"}}
	o.added = func() time.Duration { return 0 }
	if _, err := o.open(false); err != nil {
		t.Fatal(err)
	}
	v := newVerdict(&fakeReplay{tools}, built)
	v.output, v.statistics = o, &formats.Statistics{}
	v.timing = &timing{wall: time.Hour, start: start, meter: budget.NewMeter(), clock: func() time.Time { return start.Add(elapsed) }}
	var sought []engine.Direction
	v.seek = func(back []engine.Direction) { sought = append(sought, back...) }
	find := func(value int, found engine.Direction) {
		t.Helper()
		if err := o.add(suite.Test{Inputs: []suite.Input{{Type: "int", Value: strconv.Itoa(value)}}}, "normal", ""); err != nil {
			t.Fatal(err)
		}
		f := &engine.Found{Covered: []engine.Direction{found}, Ending: layout.EndingNormal}
		if complete, err := v.consider(t.Context(), f); complete || err != nil {
			t.Fatal(complete, err)
		}
	}
	var led []engine.Direction
	for d := range v.led {
		led = append(led, d)
	}
	slices.SortFunc(led, func(a, b engine.Direction) int { return v.led[a][0] - v.led[b][0] })
	find(1, led[0])
	find(2, led[1])
	for step, want := range []int{1, 2, 2} {
		if complete, err := v.catchUp(t.Context()); complete || err != nil {
			t.Fatal(complete, err)
		}
		if step == 0 && len(sought) != 0 || step > 0 && !slices.Equal(sought, led[1:2]) {
			t.Errorf("step %d: %v went back", step, sought)
		}
		if v.judged != want {
			t.Errorf("step %d: %d tests were replayed instead of %d", step, v.judged, want)
		}
		elapsed += time.Minute
	}
}

// TestTestMemory: gcc's build runs tests with the memory that the user says validators give.
func TestTestMemory(t *testing.T) {
	tools := twoGoalsTools()
	s := newRun(t, tools)
	s.options.TestMemory = 6e9
	s.run(t)
	if got := tools.replayed.MemoryLimit; got != 6e9 {
		t.Errorf("%d bytes", got)
	}
}
