package campaign

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"fizzer/fizzer/faketarget"
)

// A target that was built quickly is replaced in all processes by a faster one, once the search has had a part of the time that the builds
// took, unless too little is left. A run that ends after a number of executions has the better target from the start.
func TestFasterTarget(t *testing.T) {
	for _, test := range []struct {
		name       string
		takes      time.Duration // building the target, of an hour
		executions uint64
		fails      bool
		replaced   bool
	}{
		{"a small program", time.Minute, 0, false, true},
		{"a large one", 20 * time.Minute, 0, false, false},
		{"executions", time.Minute, 400, false, false},
		{"a faster target that is not made", time.Minute, 0, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			tools := twoGoalsTools()
			s := newRun(t, tools)
			clock := newClock(0)
			s.options.Clock, s.options.Executions, s.options.Wall, s.options.Jobs = clock.time, test.executions, time.Hour, 2
			built := 0 // faster targets
			tools.building = func(context.Context) error { clock.add(test.takes); return nil }
			tools.faster = func(context.Context) (string, error) {
				built++
				if test.fails {
					return "", errors.New("it takes too long")
				}
				return "faster", nil
			}
			tools.program = func(m *faketarget.Machine) {
				clock.add(time.Second)
				equal(m, 0, read(m)|1, 0) // never: the search does not end by itself
			}
			statistics := s.run(t)
			if quick := tools.options.Quick; quick != (test.executions == 0) {
				t.Errorf("quick: %v", quick)
			}
			if begun := built == 1; begun != (test.replaced || test.fails) {
				t.Errorf("%d faster targets were built", built)
			}
			if (statistics.FasterCPUSeconds > 0) != test.replaced {
				t.Errorf("faster after %v s", statistics.FasterCPUSeconds)
			}
			for _, p := range tools.processes {
				if slices.Equal(p.renewed, []string{"faster"}) != test.replaced || len(p.renewed) > 1 {
					t.Errorf("%s: renewed with %q", p.options.Scratch, p.renewed)
				}
			}
		})
	}
}

// The lean form is built once a process wants it, for all engines' processes, and not in a run that ends after a number of executions.
func TestLeanForm(t *testing.T) {
	for _, test := range []struct {
		name              string
		executions        uint64
		wanted, fails, is bool
	}{
		{"wanted", 0, true, false, true},
		{"not wanted", 0, false, false, false},
		{"executions", 400, true, false, false},
		{"it is not made", 0, true, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			tools := twoGoalsTools()
			s := newRun(t, tools)
			clock := newClock(0)
			s.options.Clock, s.options.Executions, s.options.Wall, s.options.Jobs = clock.time, test.executions, time.Hour, 2
			var built atomic.Int32
			tools.lean = func(context.Context) (string, error) {
				built.Add(1)
				if test.fails {
					return "", errors.New("it takes too long")
				}
				return "lean", nil
			}
			tools.program = func(m *faketarget.Machine) {
				clock.add(time.Second)
				if test.wanted && built.Load() == 0 {
					tools.lock.Lock()
					tools.processes[1].wantsLean.Store(true)
					tools.lock.Unlock()
				}
				equal(m, 0, read(m)|1, 0) // never: the search does not end by itself
			}
			statistics := s.run(t)
			if (statistics.LeanCPUSeconds > 0) != test.is || (built.Load() == 1) != (test.is || test.fails) {
				t.Errorf("lean form after %v s, %d built", statistics.LeanCPUSeconds, built.Load())
			}
			for _, p := range tools.processes {
				if fresh := filepath.Base(p.options.Scratch) == "fresh"; slices.Equal(p.leans, []string{"lean"}) != (test.is && !fresh) {
					t.Errorf("%s: given %q", p.options.Scratch, p.leans)
				}
			}
		})
	}
}
