package engine

import (
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
)

// lock is a lock with 24 steps: each opens with one of six keys, and any other key closes it again. Only the last step has a condition of
// its own. remember tells the target what the state is.
func lock(remember func(m *faketarget.Machine, level uint64)) *faketarget.Target {
	return faketarget.New(faketarget.Integers("slt", "sgt", "eq", "eq"), func(m *faketarget.Machine) {
		level, key := uint64(0), int64(2)
		for range 400 {
			remember(m, level)
			in := int64(m.Int())
			if m.Compare(0, in, 1) || m.Compare(1, in, 6) {
				return
			}
			if m.Compare(2, in, key) {
				level++
			} else {
				level = 0
			}
			key = int64(level*level*5%6) + 1
			if m.Compare(3, int64(level), 24) {
				m.ReachError()
				return
			}
		}
	})
}

// TestStates: the lock is opened by searching among its states, also when the program is built anew in between, and not otherwise. The
// children of the nearest inputs would open it, too (TestNearest).
func TestStates(t *testing.T) {
	asked := 0
	for name, test := range map[string]struct {
		remember func(*faketarget.Machine, uint64)
		without  []string
		opened   bool
	}{
		"variables": {func(m *faketarget.Machine, level uint64) { m.State = level + 1 }, nil, true},
		"anew": {func(m *faketarget.Machine, level uint64) {
			m.State = level + 1
			if asked++; asked > 6000 {
				m.State += 1000
			}
		}, nil, true},
		"all the same": {func(m *faketarget.Machine, _ uint64) { m.State = 1 }, nil, false},
		"not known":    {func(*faketarget.Machine, uint64) {}, nil, false},
		"off":          {func(m *faketarget.Machine, level uint64) { m.State = level + 1 }, []string{StepStates}, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEngine(t, lock(test.remember), Config{Budget: Executions(60_000), StopAtError: true,
				Without: append(test.without, StepNearest)})
			if s := enginetest.MustRun(t, e); s.ErrorReached != test.opened {
				t.Errorf("opened: %v; %+v", s.ErrorReached, s.Tree)
			}
		})
	}
}

// TestStatesWithinLimits: no input is longer than a run may read.
func TestStatesWithinLimits(t *testing.T) {
	limits := DefaultLimits()
	limits.InputBytes = 32
	target := lock(func(m *faketarget.Machine, level uint64) { m.State = level + 1 })
	longest := 0
	target.Log = func(input []byte) { longest = max(longest, len(input)) }
	e := newEngine(t, target, Config{Budget: Executions(60_000), Limits: limits, MaxLimits: limits,
		Without: []string{StepNearest}})
	s := enginetest.MustRun(t, e)
	if longest > 32 || s.ErrorReached {
		t.Errorf("%d bytes; %+v", longest, s.Tree)
	}
}
