package engine

import (
	"fmt"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/layout"
)

// fakeTrials are trials on a build that differs from the target, or not.
type fakeTrials struct {
	differs bool
	closed  bool
	tried   []Trial
}

func (f *fakeTrials) Open() bool { return !f.closed }

func (f *fakeTrials) Try(t Trial) (Tried, error) {
	f.tried = append(f.tried, t)
	return Tried{Differs: f.differs}, nil
}

// stuck is a program of which one direction is never taken.
func stuck(m *faketarget.Machine) {
	for i := int64(0); m.Compare(0, i, 3); i++ {
		m.Compare(1, int64(m.Uchar()), 100)
	}
	m.Compare(2, 0, 1)
}

// TestTrials: a few trials show whether the builds differ. Only if they do are there more, within a small share.
func TestTrials(t *testing.T) {
	const executions = 60_000
	run := func(trials *fakeTrials, without ...string) int {
		target := faketarget.New(faketarget.Integers("slt", "sgt", "eq"), stuck)
		enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(executions), Trials: trials, Without: without}))
		return len(trials.tried)
	}
	if n := run(&fakeTrials{}); n < probeTrials-trialInputs || n >= probeTrials+trialInputs {
		t.Errorf("%d trials although the builds do not differ", n)
	}
	differing := fakeTrials{differs: true}
	if n := run(&differing); n < 2*probeTrials || n > executions/trialInputs {
		t.Errorf("%d trials although the builds differ", n)
	}
	for _, trial := range differing.tried {
		end := uint32(0)
		for i, r := range trial.Reads {
			if r.Offset != end || r.Size != 1 || layout.InputType(r.Type) != layout.InputTypeUint8 {
				t.Fatalf("value %d of a trial is %+v", i, r)
			}
			end++
		}
		if int(end) != len(trial.Bytes) || trial.Read != 3 || len(trial.Reads) <= trial.Read || trial.Ending != layout.EndingNormal {
			t.Fatalf("trial %+v", trial)
		}
	}
	long := faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		for range 1 << 12 {
			m.Uchar()
		}
		m.Compare(0, 0, 1)
	})
	few := fakeTrials{}
	enginetest.MustRun(t, newEngine(t, long, Config{Budget: Executions(20_000), Trials: &few}))
	if n := len(few.tried); n == 0 || n > probeTrials/2 {
		t.Errorf("%d trials of long inputs as a test", n)
	}
	if n := run(&fakeTrials{closed: true}) + run(&fakeTrials{differs: true}, StepTrial); n != 0 {
		t.Errorf("%d trials without a goal, and without the stage", n)
	}
	again := fakeTrials{differs: true}
	if run(&again); fmt.Sprint(again.tried) != fmt.Sprint(differing.tried) {
		t.Error("another run tries other inputs")
	}
}
