package executor

import (
	"context"
	"errors"
	"slices"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// fixture is an executor on a program that reads one character and compares it length times.
type fixture struct {
	*Executor
	target   *faketarget.Target
	coverage *execution.Coverage
	observed []Made // copies
	gates    int
	gate     error
	garbled  func(*Made) bool
	lost     int
	lacking  bool
	stalled  bool
}

var limits = execution.Limits{Conditions: 1 << 14, Depth: 64, InputBytes: 64, ContextDepth: 8}

func newFixture(length int64) *fixture {
	f := &fixture{coverage: execution.NewCoverage(2), garbled: func(*Made) bool { return false }}
	f.target = faketarget.New(faketarget.Integers("slt", "eq"), func(m *faketarget.Machine) {
		c := int64(m.Char())
		for i := int64(0); m.Compare(0, i, length); i++ {
		}
		m.Compare(1, c, 7)
	})
	f.Executor = New(Config{
		Target: f.target, BatchSize: 4, Records: 1 << 17, Coverage: f.coverage,
		Lacking: func() bool { return f.lacking }, Stalled: func() bool { return f.stalled }, Spares: true,
		Gate: func() error { f.gates++; return f.gate },
		Observe: func(made *Made) error {
			if f.garbled(made) {
				return &trace.GarbledError{}
			}
			copied := *made
			run := *made.Run
			copied.Run = &run
			f.observed = append(f.observed, copied)
			return nil
		},
		Lost: func(made *Made) error {
			if made.Ending != layout.EndingLost || made.Conditions.Len() > 0 {
				return errors.New("the lost run says something")
			}
			f.lost++
			return nil
		},
	})
	return f
}

func inputs(bytes ...byte) (all [][]byte) {
	for _, b := range bytes {
		all = append(all, []byte{b})
	}
	return all
}

// TestDo: all inputs are run in order, each run is observed before it is visited, and the budget is asked before each batch.
func TestDo(t *testing.T) {
	f := newFixture(1)
	visited := 0
	r := &Request{Inputs: inputs(1, 2, 3, 4, 5, 6), Limits: limits}
	err := f.Do(context.Background(), r, func(i int, run *execution.Run) {
		if i != visited || len(f.observed) != visited+1 || run.Bytes[0] != byte(i+1) || f.Running() != r {
			t.Errorf("visit %d is run %d after %d observed", visited, i, len(f.observed))
		}
		visited++
	})
	if err != nil || visited != 6 || f.gates != 2 || f.Counts() != (Counts{Executions: 6, Observed: 6}) || f.Running() != nil {
		t.Errorf("%d visited, %d gates, %+v, %v", visited, f.gates, f.Counts(), err)
	}
}

// TestEnds: a goal, the budget, the context or a target that cannot go on ends a request, each in its own way.
func TestEnds(t *testing.T) {
	f := newFixture(1)
	request := Request{Inputs: inputs(1, 2, 7, 4), Limits: limits}
	ignore := func(int, *execution.Run) {}
	if err := f.Do(context.Background(), &request, ignore); err != nil {
		t.Fatal(err)
	}
	last := f.observed[2].Conditions.At(2)
	goal := request
	goal.Goal = &execution.Goal{Index: 2, Path: last.Path, Location: 1, Direction: true}
	before := f.Counts().Executions
	if err := f.Do(context.Background(), &goal, ignore); err != nil || f.Counts().Executions != before+3 {
		t.Errorf("%d runs up to the goal, %v", f.Counts().Executions-before, err)
	}
	f.gate = errors.New("no more")
	if err := f.Do(context.Background(), &request, ignore); err != f.gate {
		t.Errorf("error %v", err)
	}
	free := request
	free.Free = true
	if err := f.Do(context.Background(), &free, ignore); err != nil {
		t.Errorf("a request that does not ask the budget: %v", err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if err := f.Do(cancelled, &free, ignore); err != ErrInterrupted {
		t.Errorf("error %v", err)
	}
}

// TestCut: of the long runs, one is recorded whole and the later ones in part. A run that covers something after its recorded part is
// repeated at once. No run of a request for whole runs is recorded in part.
func TestCut(t *testing.T) {
	f := newFixture(3000)
	for _, outcome := range []bool{false, true} {
		f.coverage.Add(0, 0, outcome)
	}
	f.coverage.Add(1, 0, false)
	ignore := func(int, *execution.Run) {}
	for _, input := range inputs(1, 2, 7) {
		if err := f.Do(context.Background(), &Request{Inputs: [][]byte{input}, Limits: limits}, ignore); err != nil {
			t.Fatal(err)
		}
	}
	var whole, repeat []bool
	for _, made := range f.observed {
		whole, repeat = append(whole, made.Whole()), append(repeat, made.Repeat)
	}
	if !slices.Equal(whole, []bool{true, false, false, true}) || !slices.Equal(repeat, []bool{false, false, true, false}) {
		t.Errorf("whole %v, repeated %v", whole, repeat)
	}
	if want := (Counts{Executions: 4, Observed: 4, Cut: 2, Repeated: 1}); f.Counts() != want {
		t.Errorf("%+v instead of %+v", f.Counts(), want)
	}
	if err := f.Do(context.Background(), &Request{Inputs: inputs(3, 4), Limits: limits, Record: Whole}, ignore); err != nil ||
		f.Counts().Cut != 2 {
		t.Errorf("%+v, %v", f.Counts(), err)
	}
}

// TestCutAlways: of a request for cut runs, all long runs are recorded in part, those that cover something twice, and they change nothing
// for other requests: of these, a long run is recorded whole at first.
func TestCutAlways(t *testing.T) {
	f := newFixture(3000)
	for _, outcome := range []bool{false, true} {
		f.coverage.Add(0, 0, outcome)
	}
	f.coverage.Add(1, 0, false)
	ignore := func(int, *execution.Run) {}
	for _, r := range []Request{{Inputs: inputs(1, 2, 7), Record: Cut}, {Inputs: inputs(1)}, {Inputs: inputs(2)}} {
		r.Limits = limits
		if err := f.Do(context.Background(), &r, ignore); err != nil {
			t.Fatal(err)
		}
	}
	var whole []bool
	for _, made := range f.observed {
		whole = append(whole, made.Whole())
	}
	if !slices.Equal(whole, []bool{false, false, false, true, true, false}) {
		t.Errorf("whole %v", whole)
	}
	if want := (Counts{Executions: 6, Observed: 6, Cut: 4, Repeated: 1}); f.Counts() != want {
		t.Errorf("%+v instead of %+v", f.Counts(), want)
	}
}

// TestShares: how many conditions of long runs are recorded whole depends on what the search needs.
func TestShares(t *testing.T) {
	f := newFixture(1000)
	part := func() int { // of 512 runs
		f.observed = nil
		for range 128 {
			if err := f.Do(context.Background(), &Request{Inputs: inputs(1, 2, 3, 4), Limits: limits}, func(int, *execution.Run) {}); err != nil {
				t.Fatal(err)
			}
		}
		whole := 0
		for _, made := range f.observed {
			if made.Whole() {
				whole++
			}
		}
		return whole
	}
	for _, outcome := range []bool{false, true} {
		f.coverage.Add(0, 0, outcome)
		f.coverage.Add(1, 0, outcome)
	}
	usual := part()
	f.lacking = true
	lacking := part()
	f.lacking, f.stalled = false, true
	stalled := part()
	if usual < 512/wholeShare || usual > 512/wholeShare+8 || lacking < 512/wholeShareLacking || lacking > 512/wholeShareLacking+8 ||
		stalled == 0 || stalled > 512/wholeShareStalled+8 {
		t.Errorf("of 512 runs %d were recorded whole, %d while coverage was lacking, %d while the search stood still", usual, lacking, stalled)
	}
}

// TestSpare: while nothing is covered for long, all but one in takenStalled runs may be spared, and shorter runs than else are cut; not
// while coverage is missing that only a whole trace shows, nor when all runs are to be whole.
func TestSpare(t *testing.T) {
	ignore := func(int, *execution.Run) {}
	count := func(f *fixture) (spared, cut int) { // of 64 runs
		f.observed = nil
		for range 16 {
			if err := f.Do(context.Background(), &Request{Inputs: inputs(1, 2, 3, 4), Limits: limits}, ignore); err != nil {
				t.Fatal(err)
			}
		}
		for _, made := range f.observed {
			if made.Spare {
				spared++
			}
			if !made.Whole() {
				cut++
			}
		}
		return spared, cut
	}
	for _, c := range []struct {
		name                  string
		length                int64
		stalled, lacking, off bool
		spared                int
		cut                   bool
	}{
		{"not stalled", cutFromStalled, false, false, false, 0, false},
		{"stalled", cutFromStalled, true, false, false, 64 - 64/takenStalled, true},
		{"stalled, short runs", cutFromStalled / 2, true, false, false, 64 - 64/takenStalled, false},
		{"lacking", cutFromStalled, true, true, false, 0, false},
		{"all runs whole", cutFromStalled, true, false, true, 0, false},
	} {
		f := newFixture(c.length)
		for _, outcome := range []bool{false, true} {
			f.coverage.Add(0, 0, outcome)
			f.coverage.Add(1, 0, outcome)
		}
		f.stalled, f.lacking, f.cutter.off = c.stalled, c.lacking, c.off
		if spared, cut := count(f); spared != c.spared || cut > 0 != c.cut {
			t.Errorf("%s: %d of 64 runs may be spared, %d were cut", c.name, spared, cut)
		}
	}
}

// TestSeries: while nothing is covered for long, short runs are handed over in larger batches, long ones are not.
func TestSeries(t *testing.T) {
	for _, c := range []struct {
		length      int64
		stalled     bool
		size, gates int
	}{
		{1, false, 4, 8},
		{1, true, 16, 2},
		{seriesConditions/8 - 2, true, 8, 4},
		{seriesConditions, true, 4, 8},
	} {
		f := newFixture(c.length)
		f.stalled = c.stalled
		request := &Request{Inputs: slices.Repeat(inputs(1, 2, 3, 4), 8), Limits: limits, Record: Whole}
		ignore := func(int, *execution.Run) {}
		if err := f.Do(context.Background(), &Request{Inputs: inputs(1), Limits: limits, Record: Whole}, ignore); err != nil {
			t.Fatal(err)
		}
		f.gates = 0
		if size := f.Series(); size != c.size {
			t.Errorf("length %d, stalled %v: %d inputs at once", c.length, c.stalled, size)
		}
		if err := f.Do(context.Background(), request, ignore); err != nil {
			t.Fatal(err)
		}
		if f.gates != c.gates {
			t.Errorf("length %d, stalled %v: %d hand-overs of 32 runs", c.length, c.stalled, f.gates)
		}
	}
}

// TestLean: while nothing is covered for long, the lean form makes all but one in takenStalled batches of a request that allows it. Runs
// that cover something are repeated by the ordinary form.
func TestLean(t *testing.T) {
	ignore := func(int, *execution.Run) {}
	for _, c := range []struct {
		name                      string
		form, stalled, lacking    bool
		request                   Request
		skimmed, repeated, wholes int
	}{
		{"usual", true, true, false, Request{Lean: true}, 56, 1, 9},
		{"no lean form", false, true, false, Request{Lean: true}, 0, 0, 64},
		{"not stalled", true, false, false, Request{Lean: true}, 0, 0, 64},
		{"lacking", true, true, true, Request{Lean: true}, 56, 1, 9},
		{"not allowed", true, true, false, Request{}, 0, 0, 64},
	} {
		f := newFixture(1)
		f.target.LeanForm, f.stalled, f.lacking = c.form, c.stalled, c.lacking
		for _, outcome := range []bool{false, true} {
			f.coverage.Add(0, 0, outcome)
		}
		f.coverage.Add(1, 0, false)
		c.request.Limits = limits
		for i := range byte(64) {
			c.request.Inputs = inputs(i)
			if i == 20 {
				c.request.Inputs = inputs(7) // covers something
			}
			if i == 7 {
				c.request.Inputs = inputs(0)
			}
			if err := f.Do(context.Background(), &c.request, ignore); err != nil {
				t.Fatal(err)
			}
		}
		wholes := 0
		for _, made := range f.observed {
			if !made.Lean() {
				wholes++
			}
		}
		if counts := f.Counts(); f.target.Skimmed != c.skimmed || int(counts.Lean) != c.skimmed || int(counts.Repeated) != c.repeated ||
			wholes != c.wholes {
			t.Errorf("%s: the lean form made %d runs, %d others; %+v", c.name, f.target.Skimmed, wholes, counts)
		}
	}
}

// TestLeanEndings: of the runs that the lean form made and that end badly in the same way, only the first is repeated. An error that ends
// runs is repeated each time.
func TestLeanEndings(t *testing.T) {
	for _, stops := range []bool{false, true} {
		f := newFixture(1)
		f.target = faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
			c := m.Char()
			m.Compare(0, int64(c), 1000)
			switch c {
			case 1:
				m.Crash()
			case 2:
				m.End(layout.EndingAborted, 6)
			case 3:
				m.ReachError()
			}
		})
		f.target.LeanForm, f.stalled = true, true
		f.config.Target, f.config.StopAtError, f.batch.StopAtError, f.lean = f.target, stops, stops, f.target
		f.coverage.Add(0, 0, false)
		request := &Request{Inputs: inputs(1, 1, 2, 4, 2, 1, 3, 3, 3), Limits: limits, Lean: true}
		if err := f.Do(context.Background(), request, func(int, *execution.Run) {}); err != nil {
			t.Fatal(err)
		}
		want := 3
		if stops {
			want = 5
		}
		if counts := f.Counts(); counts.Lean != 9 || int(counts.Repeated) != want {
			t.Errorf("stops %v: %+v", stops, counts)
		}
	}
}

// TestLeanInVain: a lean form whose runs cover what the ordinary one does not cover is given up, but not if it sometimes does.
func TestLeanInVain(t *testing.T) {
	for _, covers := range []bool{false, true} {
		f := newFixture(1) // the fixture covers nothing: each run is novel
		f.target.LeanForm, f.stalled = true, true
		observe := f.config.Observe
		f.config.Observe = func(made *Made) error {
			if covers && !made.Lean() {
				f.coverage.Version++
			}
			return observe(made)
		}
		for range 1000 {
			if err := f.Do(context.Background(), &Request{Inputs: inputs(1), Limits: limits, Lean: true}, func(int, *execution.Run) {}); err != nil {
				t.Fatal(err)
			}
		}
		if used := f.target.Skimmed; covers != (used == 875) || !covers && (used < maxVain || used > maxVain+8) {
			t.Errorf("covers %v: %d runs of the lean form", covers, used)
		}
	}
}

// TestGarbled: a run whose trace cannot be true is seen as a lost one, and the later inputs of its process are run
// again.
func TestGarbled(t *testing.T) {
	f := newFixture(1)
	f.garbled = func(made *Made) bool { return made.Bytes[0] == 2 }
	var endings []layout.Ending
	err := f.Do(context.Background(), &Request{Inputs: inputs(1, 2, 3), Limits: limits}, func(_ int, run *execution.Run) {
		endings = append(endings, run.Ending)
	})
	if err != nil || !slices.Equal(endings, []layout.Ending{layout.EndingNormal, layout.EndingLost, layout.EndingNormal}) {
		t.Errorf("endings %v, %v", endings, err)
	}
	if f.lost != 1 || f.target.Executions != 4 || f.Counts().Garbled != 1 {
		t.Errorf("%d lost, %d runs made, %+v", f.lost, f.target.Executions, f.Counts())
	}
	found := func(_ int, run *execution.Run) { run.Garbled = run.Bytes[0] == 2 } // as the reader of its trace does
	if err := f.Do(context.Background(), &Request{Inputs: inputs(4, 5), Limits: limits}, found); err != nil || f.Counts().Garbled != 1 {
		t.Errorf("%+v, %v", f.Counts(), err)
	}
	f.garbled = func(*Made) bool { return false }
	if err := f.Do(context.Background(), &Request{Inputs: inputs(1, 2, 3), Limits: limits}, found); err != nil || f.Counts().Garbled != 2 ||
		f.lost != 1 {
		t.Errorf("%+v, %d lost, %v", f.Counts(), f.lost, err)
	}
}

// TestTry: nobody sees a run that was tried until it is kept; a forgotten run only counts.
func TestTry(t *testing.T) {
	f := newFixture(1)
	r := &Request{Inputs: inputs(7), Limits: limits}
	runs, err := f.Try(context.Background(), r)
	if err != nil || len(runs) != 1 || len(f.observed) != 0 || f.Counts() != (Counts{}) {
		t.Fatalf("%d runs, %d observed, %v", len(runs), len(f.observed), err)
	}
	if err := f.Keep(r, runs); err != nil || len(f.observed) != 1 || f.observed[0].Request != r {
		t.Errorf("%d observed, %v", len(f.observed), err)
	}
	if f.Forget(); f.Counts() != (Counts{Executions: 2, Observed: 1}) {
		t.Errorf("%+v", f.Counts())
	}
}

// TestLeanLacking: a run of the lean form that takes a lacking direction is repeated if validators keep runs that end so.
func TestLeanLacking(t *testing.T) {
	f := newFixture(1)
	f.target = faketarget.New(faketarget.Integers("slt"), func(m *faketarget.Machine) {
		c := m.Char()
		m.Compare(0, int64(c), 0)
		if c == 1 {
			m.Crash()
		}
	})
	f.target.LeanForm, f.stalled, f.lacking = true, true, true
	f.config.Target, f.lean = f.target, f.target
	f.coverage.Add(0, 0, false)
	run := func(inputs [][]byte) uint64 {
		if err := f.Do(context.Background(), &Request{Inputs: inputs, Limits: limits, Lean: true}, func(int, *execution.Run) {}); err != nil {
			t.Fatal(err)
		}
		return f.Counts().Repeated
	}
	if repeated := run(inputs(1, 2, 3, 1)); repeated != 1 {
		t.Errorf("%d runs were repeated: only the first of those that crash ends as no other", repeated)
	}
	f.coverage.SetLacking(0, false, true)
	if repeated := run(inputs(1, 2, 1)); repeated != 2 {
		t.Errorf("%d runs were repeated, one of them because of what is lacking", repeated)
	}
	f.coverage.SetLacking(0, false, false)
	if repeated := run(inputs(1, 2, 1)); repeated != 2 {
		t.Errorf("%d runs were repeated, none of them since nothing is lacking", repeated)
	}
}
