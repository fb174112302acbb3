package engine

import (
	"context"
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// TestSeek: when replay rejects the test of a direction, other tests cover the direction, until one is not rejected or the direction
// was asked for too often.
func TestSeek(t *testing.T) {
	wanted := Direction{0, true}
	for name, test := range map[string]struct {
		rejects            func(input []byte) bool
		minTests, maxTests int // tests that cover it
	}{
		"nothing is rejected":          {func([]byte) bool { return false }, 1, 1},
		"half of the runs is rejected": {func(input []byte) bool { return input[1] < 128 }, 2, 1 + maxTries*maxRejected},
		"all is rejected":              {func([]byte) bool { return true }, maxTries, 1 + maxTries*maxRejected},
	} {
		target := faketarget.New(faketarget.Integers("eq", "sgt"), func(m *faketarget.Machine) {
			x, y := m.Char(), m.Char()
			m.Compare(0, int64(x), 77)
			m.Compare(1, int64(y), 200)
		})
		var e *Engine
		tests, saved := 0, false
		e = newEngine(t, target, Config{Budget: Executions(200_000), Check: true, OnTest: func(f Found) error {
			if !slices.Contains(f.Covered, wanted) && !slices.Contains(f.Again, wanted) {
				return nil
			}
			tests++
			if test.rejects(f.Bytes) {
				e.Seek([]Direction{wanted})
			} else {
				saved = true
			}
			return nil
		}})
		summary := enginetest.MustRun(t, e)
		if tests < test.minTests || tests > test.maxTests || saved != (name != "all is rejected") {
			t.Errorf("%s: %d tests, saved %v: %s", name, tests, saved, describe(summary))
		}
	}
}

// TestOneTestAtLeast: an endless program without conditions gives a test, too.
func TestOneTestAtLeast(t *testing.T) {
	target := faketarget.New(faketarget.Integers(), func(m *faketarget.Machine) {
		m.Int()
		m.End(layout.EndingLimitSteps, 0)
	})
	tests := 0
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(1000), OnTest: func(Found) error { tests++; return nil }}))
	if tests != 1 || summary.Executions >= 1000 {
		t.Errorf("%d tests: %s", tests, describe(summary))
	}
}

// TestSeekExtremes: a loop that counts down to the end of the range ends soon only if it begins next to that end.
func TestSeekExtremes(t *testing.T) {
	e := newEngine(t, faketarget.New(nil, func(*faketarget.Machine) {}), Config{})
	reads := []layout.Read{{Offset: 0, Type: uint16(layout.InputTypeSint32), Size: 4},
		{Offset: 4, Type: uint16(layout.InputTypeSint32), Size: 4}}
	least := uint32(math.MaxInt32 + 1)
	wanted := map[[2]uint32]bool{{1, least + 1}: false, {7, math.MaxInt32}: false, {least, 7}: false, {math.MaxUint32 - 1, 0}: false}
	for i := range 8 * maxTries * maxWitness * variants { // for one of 64 values, no more than eight times what a direction gets
		input := variant(e.random, []byte{7, 0, 0, 0, 7, 0, 0, 0}, reads, i%variants)
		pair := [2]uint32{binary.LittleEndian.Uint32(input), binary.LittleEndian.Uint32(input[4:])}
		if _, ok := wanted[pair]; ok {
			wanted[pair] = true
		}
	}
	for pair, made := range wanted {
		if !made {
			t.Errorf("%#x was not made", pair)
		}
	}
	if short := variant(e.random, []byte{1, 2}, reads, 0); len(short) != 2 {
		t.Errorf("the read behind the input's end changed its length: %v", short)
	}
}

// watched is a target whose runs can be seen and spoilt before the engine gets them.
type watched struct {
	*faketarget.Target
	see func(*execution.Run)
}

func (w *watched) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	runs, err := w.Target.Execute(ctx, batch)
	for i := range runs {
		w.see(&runs[i])
	}
	return runs, err
}

// TestSeekRare: one run in many is not rejected. One search uses up only one try, however many of its runs are
// rejected.
func TestSeekRare(t *testing.T) {
	wanted, saved := Direction{0, true}, 0
	const seeds = 20
	for seed := range uint64(seeds) {
		target := faketarget.New(faketarget.Integers("sgt", "eq"), func(m *faketarget.Machine) {
			x, y := m.Int(), m.Int()
			m.Compare(0, int64(x), 100)
			m.Compare(1, int64(y)&1, 2)
		})
		var e *Engine
		done := false
		e = newEngine(t, target, Config{Seed: seed, Budget: Executions(100_000), OnTest: func(f Found) error {
			switch x := int32(binary.LittleEndian.Uint32(append(slices.Clone(f.Bytes), 0, 0, 0, 0))); {
			case !slices.Contains(f.Covered, wanted) && !slices.Contains(f.Again, wanted):
			case x >= math.MaxInt32-1:
				done = true
			default:
				e.Seek([]Direction{wanted})
			}
			return nil
		}})
		enginetest.MustRun(t, e)
		if done {
			saved++
		}
	}
	if saved < seeds*9/10 {
		t.Errorf("saved for %d of %d seeds", saved, seeds)
	}
}

// both is a program with both directions of location 0.
func both(m *faketarget.Machine) {
	x, y := m.Char(), m.Char()
	if m.Compare(0, int64(x), 77) {
		m.Compare(2, int64(y), 3)
	} else {
		m.Compare(1, int64(y), 100)
	}
}

// TestWitnesses: each direction gets inputs of its own, whatever else is wanted, and no input is used twice.
func TestWitnesses(t *testing.T) {
	e := newEngine(t, faketarget.New(faketarget.Integers("eq", "sgt", "slt"), both), Config{Budget: Executions(3000)})
	enginetest.MustRun(t, e)
	for _, wanted := range [][]Direction{{{0, true}}, {{0, false}}, {{0, false}, {0, true}}, {{0, true}, {0, false}}} {
		count, seen := map[Direction]int{}, map[string]bool{}
		for _, n := range e.seeker.witnesses(wanted) {
			input := string(e.tree.Input(n).Bytes)
			if seen[input] {
				t.Errorf("%v: %x twice", wanted, input)
			}
			seen[input] = true
			count[Direction{0, input[0] == 77}]++
		}
		for _, d := range wanted {
			if count[d] == 0 || count[d] > maxWitness {
				t.Errorf("%v: %d inputs for %v", wanted, count[d], d)
			}
		}
	}
}

// TestSeekStaysWanted: a direction that no run of a search saves stays wanted, and the next search waits in proportion to this one.
func TestSeekStaysWanted(t *testing.T) {
	e := newEngine(t, faketarget.New(faketarget.Integers("eq", "sgt", "slt"), both), Config{Budget: Executions(3000)})
	enginetest.MustRun(t, e)
	e.config.Budget, e.config.Faults = Unlimited{}, true // the search does not end when all directions are kept for a moment
	e.config.OnTest = func(Found) error { e.Seek([]Direction{{0, true}}); return nil }
	e.Seek([]Direction{{0, true}, {1, true}})
	e.Seek([]Direction{{0, true}, {1, true}}) // nothing covered them meanwhile
	before := e.executor.Counts().Executions
	if err := seekAgain(e); err != nil {
		t.Fatal(err)
	}
	runs := e.executor.Counts().Executions - before
	if runs == 0 || runs > maxSought || e.seeker.next < e.executor.Counts().Executions+max(seekInterval, seekShare*runs) {
		t.Errorf("%d runs, the next search at %d of %d", runs, e.seeker.next, e.executor.Counts().Executions)
	}
	if want := []Direction{{0, true}}; !slices.Equal(e.seeker.wanted, want) || e.seeker.tries[want[0]] != 2 ||
		e.seeker.tries[Direction{1, true}] != 1 {
		t.Errorf("wanted %v, tries %v", e.seeker.wanted, e.seeker.tries)
	}
}

// TestSeekShare: however much is wanted, one search is bounded, and all searches together take a small share. One input of
// equal values would end the search, so that there would be nothing to compare with.
func TestSeekShare(t *testing.T) {
	const n = 200
	predicates := make([]locations.Predicate, n)
	for i := range predicates {
		predicates[i] = "eq"
	}
	target := faketarget.New(faketarget.Integers(predicates...), func(m *faketarget.Machine) {
		for i := range uint32(n) {
			m.Compare(i, int64(m.Uchar())&3, 3)
		}
	})
	var e *Engine
	e = newEngine(t, target, Config{Budget: Executions(60_000), Without: []string{StepPattern}, OnTest: func(f Found) error {
		e.Seek(slices.Concat(f.Covered, f.Again))
		return nil
	}})
	summary := enginetest.MustRun(t, e)
	for _, a := range summary.Analyses {
		if a.Name == stepSeek && (a.Executions == 0 || a.Executions > summary.Executions/10) {
			t.Errorf("%d of %d executions", a.Executions, summary.Executions)
		}
	}
}

// TestSeekBehindLimits: a direction behind the current limits, far along a run that would be cut, is reached.
func TestSeekBehindLimits(t *testing.T) {
	fake := faketarget.New(faketarget.Integers("slt", "eq"), func(m *faketarget.Machine) {
		x := m.Int()
		for i := int64(0); m.Compare(0, i, 6000); i++ {
		}
		m.Compare(1, int64(x), 123456)
	})
	var e *Engine
	searching, whole := 0, 0
	target := &watched{fake, func(run *execution.Run) {
		if e != nil && e.ledger.doing.Name == stepSeek {
			searching++
			if run.Whole() && run.Conditions.Len() == 6002 {
				whole++
			}
		}
	}}
	e, err := New(Config{Target: target, Locations: fake.Table(), Budget: Executions(500)})
	if err != nil {
		t.Fatal(err)
	}
	enginetest.MustRun(t, e)
	e.config.Budget = Unlimited{}
	e.limits.now.Conditions = 1000
	e.Seek([]Direction{{1, true}, {1, false}})
	if err := seekAgain(e); err != nil {
		t.Fatal(err)
	}
	if searching == 0 || whole != searching {
		t.Errorf("%d of %d runs got there", whole, searching)
	}
	if e.limits.now.Conditions != 1000 {
		t.Errorf("the limits are %+v", e.limits.now)
	}
}

// TestSeekOverwritten: a program that overwrites the trace of a known path puts locations there that do not exist.
func TestSeekOverwritten(t *testing.T) {
	left := 2000
	fake := faketarget.New(faketarget.Integers("eq", "sgt"), func(m *faketarget.Machine) {
		x, y := m.Char(), m.Char()
		m.Compare(0, int64(x), 77)
		m.Compare(1, int64(y), 200)
	})
	target := &watched{fake, func(run *execution.Run) {
		if left--; left < 0 && run.Conditions.Len() > 1 {
			conditions := run.Conditions.Append(nil, 0)
			conditions[0].Location, conditions[0].InputBytes = 12345, 6789
			run.Conditions = execution.NewTrace(conditions, nil)
		}
	}}
	var e *Engine
	e, err := New(Config{Target: target, Locations: fake.Table(), Budget: Executions(40_000), OnTest: func(f Found) error {
		if slices.Contains(f.Covered, Direction{0, true}) || slices.Contains(f.Again, Direction{0, true}) {
			e.Seek([]Direction{{0, true}})
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Run(context.Background()); err != nil {
		t.Error(err)
	}
}

// TestSeekToTheEnd: a run with nothing else to do goes on until some searches have failed, and then ends.
func TestSeekToTheEnd(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		if x := m.Char(); m.Compare(0, int64(x), 77) {
			m.Crash()
		}
	})
	var e *Engine
	e = newEngine(t, target, Config{Budget: Executions(1 << 21), OnTest: func(f Found) error {
		e.Seek(f.Covered)
		return nil
	}})
	summary := enginetest.MustRun(t, e)
	if !slices.Equal(e.seeker.wanted, []Direction{{0, true}}) || e.seeker.vain < maxVain || summary.Executions >= 1<<21 {
		t.Errorf("wanted %v after %d searches in vain: %s", e.seeker.wanted, e.seeker.vain, describe(summary))
	}
}

// seekAgain runs the stage that searches for what is wanted.
func seekAgain(e *Engine) error {
	_, err := e.seeker.run(context.Background(), &stage{step: step{name: stepSeek}})
	return err
}
