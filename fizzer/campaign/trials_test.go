package campaign

import (
	"testing"
	"time"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
)

// unwrittenTools are tools for: x = read(); if (x > 100) {goal 0} else {goal 1}; if (memory[x] == 5) {goal 2} else {goal 3}. Nobody has
// written the memory: it is zero on the target, and on gcc's build 5 at some places.
func unwrittenTools() *fakeTools {
	tools := twoGoalsTools()
	tools.program = func(m *faketarget.Machine) {
		greater(m, 0, read(m), 100)
		equal(m, 1, 0, 5)
	}
	tools.valued = func(values []int64) replay.Outcome {
		o := replay.Outcome{Published: true, Covered: make([]bool, 4)}
		if len(values) > 0 {
			five := values[0] > 300 && values[0] < 4000
			o.Inputs, o.Covered = 1, []bool{values[0] > 100, values[0] <= 100, five, !five}
		}
		return o
	}
	return tools
}

// A goal that only gcc's build reaches is won by trials, with several tests, since other machines may credit only some of them.
func TestTrials(t *testing.T) {
	for _, kind := range []property.Kind{property.Branches, property.Error} {
		run := func(without ...string) (*formats.Statistics, [][]int64) {
			tools := unwrittenTools()
			if kind == property.Error {
				all := tools.valued
				tools.goals, tools.marked = tools.goals[:1], nil
				tools.valued = func(values []int64) replay.Outcome {
					o := all(values)
					o.Covered = o.Covered[2:3]
					return o
				}
			}
			s := newRun(t, tools)
			s.options.Property.Kind = kind
			s.options.Executions = 6000
			s.options.Without = without
			return s.run(t), s.tests(t)
		}
		statistics, tests := run()
		reached := 0
		for _, values := range tests {
			if values[0] > 300 && values[0] < 4000 {
				reached++
			}
		}
		want := map[property.Kind]string{property.Branches: formats.StoppedByGoals, property.Error: formats.StoppedByError}
		if reached < 4 || statistics.StoppedBy != want[kind] {
			t.Errorf("%d of %d tests reach the goal, stopped by %s", reached, len(tests), statistics.StoppedBy)
		}
		if statistics, tests := run(engine.StepTrial); statistics.Goals.Covered != statistics.Goals.Total-1 {
			t.Errorf("without trials %+v by %v", statistics.Goals, tests)
		}
	}
}

// A trial that does not end is given up, and others are made. Runs that are not limited by time wait for it, as validators do.
func TestEndlessTrial(t *testing.T) {
	tools, endless := unwrittenTools(), 0
	tools.endless = func(values []int64) bool {
		if endless == 0 && len(values) > 0 && values[0] > 300 && values[0] < 4000 {
			endless++
			return true
		}
		return false
	}
	s := newRun(t, tools)
	s.options.Executions, s.options.Wall = 0, time.Hour
	if statistics := s.run(t); endless != 1 || statistics.StoppedBy != formats.StoppedByGoals {
		t.Errorf("%d endless trials, stopped by %s", endless, statistics.StoppedBy)
	}
}
