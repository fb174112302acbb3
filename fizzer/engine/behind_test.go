package engine

import (
	"context"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/locations"
)

// endlessBeside is a program with a condition, an endless loop with another one, and a third that its runs never come to.
func endlessBeside(m *faketarget.Machine) {
	m.Compare(0, int64(m.Int()), 0)
	for {
		m.Compare(1, int64(m.Char()), 0)
	}
}

// flow is what a run of endlessBeside may evaluate: no way leads from the other conditions to 2.
func flow() *locations.Behind {
	return &locations.Behind{Waiting: []int{2, 0, 3}, Called: []int{-1, -1, -1}, Next: [][]int{{}, {}, {0}, {0}}, End: 1}
}

// TestNothingBehind: limits do not rise, and nothing is tried beyond them, where runs end at them with nothing to gain behind them.
func TestNothingBehind(t *testing.T) {
	const firstClimb = 16 // before both directions in the loop are covered
	for _, test := range []struct {
		name  string
		spoil func(*Config, *locations.Table)
		gain  bool
	}{
		{"nothing is behind the loop", func(*Config, *locations.Table) {}, false},
		{"nobody asks", func(c *Config, _ *locations.Table) { c.Without = []string{PartBehind} }, true},
		{"faults are wanted", func(c *Config, _ *locations.Table) { c.Faults = true }, true},
		{"the flow is unknown", func(_ *Config, l *locations.Table) { l.Behind = nil }, true},
		{"a condition is behind the loop", func(_ *Config, l *locations.Table) {
			l.Behind.Waiting, l.Behind.Next = []int{3, 1, 0}, [][]int{{}, {0}, {}, {1}}
		}, true},
		{"it is in a function that the loop calls", func(_ *Config, l *locations.Table) { l.Behind.Called[2] = 0 }, true},
		{"but no input reaches it", func(_ *Config, l *locations.Table) {
			l.Behind.Called[2], l.Conditions[2].Unreachable = 0, true
		}, false},
		{"but it is implied", func(_ *Config, l *locations.Table) { l.Behind.Called[2], l.Conditions[2].Implied = 0, true }, false},
		{"but it is constant", func(_ *Config, l *locations.Table) {
			l.Behind.Called[2], l.Conditions[2].NeverTrue, l.Conditions[2].NeverFalse = 0, true, true
		}, false},
		{"an error is behind it", func(c *Config, l *locations.Table) {
			c.ErrorGoal, l.Behind.Errors = true, []int{0}
		}, true},
		{"an error is elsewhere", func(c *Config, l *locations.Table) { c.ErrorGoal, l.Behind.Errors = true, []int{1} }, false},
		{"there is no error", func(c *Config, _ *locations.Table) { c.ErrorGoal = true }, true},
		{"the end is behind it, and runs that end at limits are not kept", func(_ *Config, l *locations.Table) { l.Behind.End = 0 }, true},
	} {
		target := faketarget.New(faketarget.Integers("eq", "eq", "eq"), endlessBeside)
		table := target.Table()
		table.Behind = flow()
		small := execution.Limits{Conditions: 8, Depth: 8, InputBytes: 64, Steps: 8, Milliseconds: 8}
		config := Config{Limits: small, MaxLimits: small, Budget: Executions(24_000)}
		config.MaxLimits.Conditions, config.MaxLimits.InputBytes = 1<<10, 1<<10
		test.spoil(&config, table)
		e := newEngine(t, target, config)
		summary := enginetest.MustRun(t, e)
		ahead := uint64(0)
		for _, step := range summary.Analyses {
			if step.Name == "ahead" {
				ahead += step.Executions
			}
		}
		if gain := summary.Raised > 0; gain != test.gain || !gain && ahead > firstClimb {
			t.Errorf("%s: raised %d times, %d executions ahead: %s", test.name, summary.Raised, ahead, describe(summary))
		}
	}
}

// TestWitness: what is open behind a place is looked for again only when what was found is covered, and never where there is nothing.
func TestWitness(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq", "eq"), func(m *faketarget.Machine) {
		m.Compare(uint32(m.Uchar()), int64(m.Uchar()), 0)
	})
	target.Table().Behind = &locations.Behind{Waiting: []int{1, 0, 0}, Called: []int{-1, -1, -1}, Next: [][]int{{}, {0}}, End: -1}
	e := newEngine(t, target, Config{})
	b := e.limits.behind
	cover := func(location uint32, outcomes ...bool) {
		for _, outcome := range outcomes {
			if err := e.run(context.Background(), [][]byte{{byte(location), byte(1 - side(outcome))}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	at := b.at
	for range 2 {
		if !b.open(at(0)) || b.search != 1 {
			t.Errorf("%d searches", b.search)
		}
	}
	cover(0, false, true)
	if !b.open(at(0)) || !b.open(at(1)) || b.search != 3 {
		t.Errorf("%d searches", b.search)
	}
	cover(1, false, true)
	cover(2, false, true)
	for range 3 {
		if b.open(at(0)) || b.open(at(2)) || !b.open(unknown) || !b.open(at(3)) || !b.open(at(1<<31-1)) {
			t.Error("something is open")
		}
	}
	if b.search != 4 {
		t.Errorf("%d searches", b.search)
	}
}
