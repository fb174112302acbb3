package campaign

import (
	"context"
	"testing"
	"time"

	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/replay"
)

// gcc's build is made when the first test is found. Where building the target took much of the time, it is made once the search has had
// as much; the tests found before are replayed then, and what they lost is looked for.
func TestReplayIsBuiltLater(t *testing.T) {
	for _, test := range []struct {
		name    string
		takes   time.Duration // building the target, of an hour
		first   bool          // gcc's build comes with the first test
		counted bool          // the goals are counted in the end
		covered int           // of the four goals; the others have a condition that is never true
	}{
		{"a small program", time.Minute, true, true, 4},
		{"a large one", 10 * time.Minute, false, true, 4},
		{"a large one that the search cannot finish", 10 * time.Minute, false, true, 1},
		{"a huge one", 40 * time.Minute, false, false, 4},
	} {
		t.Run(test.name, func(t *testing.T) {
			tools := twoGoalsTools()
			s := newRun(t, tools)
			clock := newClock(0)
			s.options.Clock, s.options.Executions, s.options.Wall = clock.time, 0, time.Hour
			built, runs := -1, 0
			tools.marked = [][]locations.Edge{{{Location: 0, Outcome: true}}, {{Location: 1, Outcome: true}}, {{Location: 2, Outcome: true}},
				{{Location: 3, Outcome: true}}}
			tools.building = func(context.Context) error { clock.add(test.takes); return nil }
			tools.buildingReplay = func() { built = runs }
			tools.program = func(m *faketarget.Machine) {
				runs++
				clock.add(2 * time.Second)
				x := read(m)
				for i := int32(0); i < 4; i++ {
					if int(i) < test.covered {
						equal(m, uint32(i), x, i*1000)
					} else {
						equal(m, uint32(i), x|1, i*1000)
					}
				}
			}
			tools.valued = func(values []int64) replay.Outcome {
				o := replay.Outcome{Published: true, Inputs: 1, Covered: make([]bool, 4)}
				for i := range o.Covered {
					o.Covered[i] = len(values) > 0 && values[0] == int64(i)*1000
				}
				return o
			}
			statistics := s.run(t)
			if first := built > 0 && built < 10; first != test.first {
				t.Errorf("gcc's build after %d runs", built)
			}
			if counted := statistics.Goals != nil; counted != test.counted || counted && statistics.Goals.Covered != test.covered {
				t.Errorf("goals %+v", statistics.Goals)
			}
			if !test.counted && (built >= 0 || statistics.Tests < 2) {
				t.Errorf("gcc's build after %d runs, %d tests", built, statistics.Tests)
			}
			if statistics.StoppedBy == formats.StoppedByFailure {
				t.Errorf("stopped by %s", statistics.StoppedBy)
			}
		})
	}
}

// A run that ends after a number of executions, or never, has gcc's build first.
func TestReplayIsBuiltFirst(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	for name, test := range map[string]struct {
		timing timing
		off    bool
	}{
		"executions":          {timing{executions: 5}, false},
		"executions and time": {timing{executions: 5, wall: time.Hour}, false},
		"no limit":            {timing{}, false},
		"time":                {timing{wall: time.Hour}, true},
	} {
		test.timing.start, test.timing.clock = now, func() time.Time { return now }
		var l later
		if off := l.putOff(&test.timing, 100); off != test.off || off != l.off.Load() || off != l.due(&test.timing) || l.closing(&test.timing) {
			t.Errorf("%s: put off: %v, due: %v", name, off, l.due(&test.timing))
		}
	}
}

// Where gcc's build of a long program would not be done in the time that is left, the search has all of it: neither does it end early for
// the build, nor is the build begun.
func TestReplayThatDoesNotFit(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	elapsed := time.Duration(0)
	run := timing{wall: 20 * time.Second, start: now, clock: func() time.Time { return now.Add(elapsed) }}
	for _, test := range []struct {
		bytes                 int
		takes                 time.Duration // building the target
		reserve, due, closing bool          // the last two when the search has had as much, and at the end
	}{
		{100_000, 1 * time.Second, false, true, false},
		{100_000, 5 * time.Second, true, true, true},
		{2_000_000, 5 * time.Second, true, true, true},
		{2_800_000, 6 * time.Second, false, false, false},
		{3_000_000, 7 * time.Second, false, false, false},
		{5_000_000, 4 * time.Second, false, false, false},
	} {
		var l later
		elapsed = test.takes
		if !l.putOff(&run, test.bytes) || l.reserve != test.reserve {
			t.Errorf("%+v: %+v", test, &l)
		}
		if elapsed += test.takes; l.due(&run) != test.due {
			t.Errorf("%+v: due after %v: %v", test, elapsed, !test.due)
		}
		if elapsed = 19 * time.Second; l.closing(&run) != test.closing {
			t.Errorf("%+v: closing at the end: %v", test, !test.closing)
		}
	}
}
