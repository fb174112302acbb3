package campaign

import (
	"testing"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine"
	"fizzer/testcomp/task"
)

// A program that waits uses no CPU time. Its run ends nevertheless.
func TestWaitingProgramsEnd(t *testing.T) {
	now := time.Unix(1000, 0)
	options := Options{Task: &task.Task{Programs: []string{"a.c"}}, CPU: time.Minute, Clock: func() time.Time { return now }}
	b := &engineBudget{timing: &newCampaign(options).timing, later: &later{}, progress: func() {}}
	var _ engine.Budget = b
	now = now.Add(3 * time.Minute)
	if reason, done := b.Done(10); done {
		t.Errorf("ended early: %s", reason)
	}
	now = now.Add(2 * time.Minute)
	if _, done := b.Done(20); !done {
		t.Error("no end after five minutes of waiting")
	}
}

func TestUnlimitedRunsHaveNoEnd(t *testing.T) {
	options := Options{Clock: time.Now}
	options.setDefaults()
	if options.Wall != 0 {
		t.Errorf("ends after %v", options.Wall)
	}
	options = Options{CPU: time.Second, Wall: time.Second, Clock: time.Now}
	options.setDefaults()
	if options.Wall != time.Second {
		t.Errorf("the limit that was asked for became %v", options.Wall)
	}
}

// On a busy machine the search and the judging end sooner by the clock, but have most of the time; limits of CPU time stay as they are.
func TestReserveOnABusyMachine(t *testing.T) {
	now := time.Unix(1000, 0)
	for _, test := range []struct {
		load           float64
		wall           time.Duration
		search, judged time.Duration // when they end
	}{
		{1, 12 * time.Second, 11500 * time.Millisecond, 11750 * time.Millisecond},
		{4, 12 * time.Second, 11500 * time.Millisecond, 11750 * time.Millisecond},
		{12, 12 * time.Second, 10500 * time.Millisecond, 11250 * time.Millisecond},
		{1000, 12 * time.Second, 10 * time.Second, 11 * time.Second},
		{20, 2 * time.Minute, 115 * time.Second, 117500 * time.Millisecond},
	} {
		run := timing{cpu: time.Hour, wall: test.wall, start: now, load: func() float64 { return test.load }, meter: budget.NewMeter()}
		for parts, want := range map[time.Duration]time.Duration{searchParts: test.search, judgingParts: test.judged} {
			b := run.less(parts)
			elapsed := want - time.Millisecond
			b.Clock = func() time.Time { return now.Add(elapsed) }
			if reason := b.Done(1); reason != "" {
				t.Errorf("%+v: %s after %v", test, reason, elapsed)
			}
			elapsed = want
			if reason := b.Done(1); reason != budget.ReasonWall {
				t.Errorf("%+v: no end after %v", test, elapsed)
			}
			if b.CPU != time.Hour-maxReserve/parts {
				t.Errorf("%+v: %v of CPU time", test, b.CPU)
			}
		}
	}
	clock := func() time.Time { return now }
	run := timing{cpu: time.Minute, start: now, load: func() float64 { return 1000 }, meter: budget.NewMeter(), clock: clock}
	if reason := run.less(searchParts).Done(1); reason != "" {
		t.Errorf("without a limit of wall time: %s", reason)
	}
}
