package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/strategy"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

func newEngine(t testing.TB, target *faketarget.Target, config Config) *Engine {
	t.Helper()
	config.Target, config.Locations = target, target.Table()
	e, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestDeterminism: the same seed gives the same inputs in the same order and the same tests, another seed others.
func TestDeterminism(t *testing.T) {
	log := func(seed uint64) string {
		var text strings.Builder
		target := faketarget.New(append(faketarget.Integers("eq"), enginetest.Locations()...), func(m *faketarget.Machine) {
			x := int64(m.Int())
			m.Compare(0, x*x, 3) // never true: the random seeds are all used
		})
		target.Log = func(input []byte) { fmt.Fprintf(&text, "%x\n", input) }
		onTest := func(f Found) error {
			_, err := fmt.Fprintf(&text, "test %+v\n", f)
			return err
		}
		enginetest.MustRun(t, newEngine(t, target, Config{Seed: seed, Budget: Executions(5000), OnTest: onTest}))
		return text.String()
	}
	first := log(1)
	if first != log(1) {
		t.Error("two runs with the same seed differ")
	}
	if first == log(2) {
		t.Error("the seed has no influence")
	}
}

// TestFoundCoversWhatItSays: when the tests run again, each covers what it was handed over for, and together they
// cover what the summary says.
func TestFoundCoversWhatItSays(t *testing.T) {
	target := enginetest.NewTarget()
	covered := map[Direction]bool{}
	errorsReached := 0
	limits := DefaultLimits()
	onTest := func(f Found) error {
		again := enginetest.NewTarget()
		runs, err := again.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{f.Bytes}, Limits: limits})
		if err != nil {
			return err
		}
		seen := map[Direction]bool{}
		for _, c := range runs[0].Conditions.All() {
			seen[Direction{execution.Location(&c), execution.Direction(&c)}] = true
		}
		for _, d := range f.Covered {
			if !seen[d] || covered[d] {
				t.Errorf("test %d covers %+v: %v, covered before: %v", f.Executions, d, seen[d], covered[d])
			}
			covered[d] = true
		}
		if f.FirstError {
			errorsReached++
		}
		if runs[0].ErrorReached != f.ErrorReached || runs[0].Ending != f.Ending {
			t.Errorf("test %d ends with %v instead of %v", f.Executions, runs[0].Ending, f.Ending)
		}
		return nil
	}
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(30000), OnTest: onTest, Check: true}))
	if len(covered) != summary.Tree.CoveredDirections || len(covered) < 11 {
		t.Errorf("%d directions are covered by tests, the summary says %d: %s", len(covered), summary.Tree.CoveredDirections, describe(summary))
	}
	if (errorsReached == 1) != summary.ErrorReached {
		t.Errorf("%d tests are the first to reach the error, the summary says %v", errorsReached, summary.ErrorReached)
	}
	checkStatistics(t, summary)
}

func checkStatistics(t *testing.T, s formats.Summary) {
	t.Helper()
	executions, covered := uint64(0), uint64(0)
	for _, a := range s.Analyses {
		executions += a.Executions
		covered += a.Covered
		if a.Started < a.Finished+a.Forced {
			t.Errorf("%+v ended more often than it started", *a)
		}
	}
	if executions != s.Executions || covered != uint64(s.Tree.CoveredDirections) {
		t.Errorf("the statistics add up to %d executions and %d directions: %s", executions, covered, describe(s))
	}
}

func TestMemoryIsBounded(t *testing.T) {
	target := enginetest.NewTarget()
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(20000), Tree: tree.Config{Bytes: 1 << 16}, Check: true}))
	if summary.Tree.Nodes > 2000 || summary.Pruned == 0 {
		t.Errorf("%d nodes, pruned %d times", summary.Tree.Nodes, summary.Pruned)
	}
	if summary.Tree.CoveredDirections < 10 {
		t.Errorf("only %d directions are covered in little memory: %s", summary.Tree.CoveredDirections, describe(summary))
	}
}

func TestEnds(t *testing.T) {
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	broken := errors.New("disk full")
	tests := []struct {
		name, reason string
		ctx          context.Context
		onTest       func(Found) error
		program      func(*faketarget.Machine)
		err          error
	}{
		{"budget", "the executions are used", context.Background(), nil, func(m *faketarget.Machine) { m.Compare(0, int64(m.Int())&1, 2) }, nil},
		{"no input is read", reasonNothingLeft, context.Background(), nil, func(m *faketarget.Machine) { m.Compare(0, 1, 2) }, nil},
		{"nothing to do at all", reasonNothingLeft, context.Background(), nil, func(m *faketarget.Machine) {}, nil},
		{"crash without input", reasonNothingLeft, context.Background(), nil, func(m *faketarget.Machine) { m.Crash() }, nil},
		{"full stack without input", reasonLimits, context.Background(), nil, func(m *faketarget.Machine) {
			for range fullStack {
				m.Compare(0, 1, 2)
			}
			m.Crash()
		}, nil},
		{"limit without input", reasonLimits, context.Background(), nil, func(m *faketarget.Machine) { m.End(layout.EndingLimitDepth, 0) }, nil},
		{"all covered", "everything is covered", context.Background(), nil, func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 2) }, nil},
		{"interrupted", "interrupted", cancelled, nil, func(m *faketarget.Machine) { m.Int() }, nil},
		{"stopped", "no more tests are wanted", context.Background(), func(Found) error { return ErrStop },
			func(m *faketarget.Machine) { m.Int() }, nil},
		{"failed", "", context.Background(), func(Found) error { return broken }, func(m *faketarget.Machine) { m.Int() }, broken},
	}
	for _, test := range tests {
		e := newEngine(t, faketarget.New(faketarget.Integers("eq"), test.program), Config{Budget: Executions(500), OnTest: test.onTest})
		summary, err := e.Run(test.ctx)
		if !errors.Is(err, test.err) || summary.Reason != test.reason {
			t.Errorf("%s: ended because %q, error %v", test.name, summary.Reason, err)
		}
	}
}

// TestFaults: when faults are wanted, full coverage does not end the run of a program that reads input.
func TestFaults(t *testing.T) {
	for name, program := range map[string]func(*faketarget.Machine){
		"the executions are used": func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 2) },
		reasonNothingLeft:         func(m *faketarget.Machine) { m.Compare(0, 1, 2) },
	} {
		e := newEngine(t, faketarget.New(faketarget.Integers("eq"), program), Config{Budget: Executions(500), Faults: true})
		if summary := enginetest.MustRun(t, e); summary.Reason != name {
			t.Errorf("ended because %q, want %q", summary.Reason, name)
		}
	}
}

// TestErrorGoal: when reach_error is the goal, full coverage does not end the run.
func TestErrorGoal(t *testing.T) {
	target := faketarget.New(faketarget.Integers("sgt"), func(m *faketarget.Machine) {
		if x := m.Char(); m.Compare(0, int64(x), 10) && x == 99 {
			m.ReachError()
		}
	})
	stop := func(f Found) error {
		if f.FirstError {
			return ErrStop
		}
		return nil
	}
	summary := enginetest.MustRun(t,
		newEngine(t, target, Config{Budget: Executions(100000), ErrorGoal: true, StopAtError: true, OnTest: stop}))
	if !summary.ErrorReached || summary.Reason != "no more tests are wanted" {
		t.Errorf("%s", describe(summary))
	}
}

// TestErrorDistance: with distances to reach_error in the table, the only condition that leads there is worked on
// before hundreds of others.
func TestErrorDistance(t *testing.T) {
	const others = 300
	executions := map[bool]uint64{}
	for _, known := range []bool{true, false} {
		conditions := faketarget.Integers(slices.Repeat([]locations.Predicate{"eq"}, others+1)...)
		if known {
			conditions[others].ErrorTrue = 1
		}
		target := faketarget.New(conditions, func(m *faketarget.Machine) {
			x := m.Int()
			for i := range uint32(others) {
				m.Compare(i, int64(x)*int64(x)%9973, int64(i))
			}
			if m.Compare(others, int64(x)*3+7, 3*54321+7) {
				m.ReachError()
			}
		})
		summary := enginetest.MustRun(t,
			newEngine(t, target, Config{Budget: Executions(200000), ErrorGoal: true, StopAtError: true, OnTest: func(f Found) error {
				if f.FirstError {
					return ErrStop
				}
				return nil
			}}))
		if !summary.ErrorReached {
			t.Fatalf("distances known %v: %s", known, describe(summary))
		}
		executions[known] = summary.Executions
	}
	if 4*executions[true] > executions[false] {
		t.Errorf("%d executions with distances, %d without", executions[true], executions[false])
	}
}

// TestSecondFill: with zeros the program reads forever; with 85s it ends and shows more of itself.
func TestSecondFill(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq"), func(m *faketarget.Machine) {
		if m.Int() != 0x55555555 {
			m.End(layout.EndingAborted, 6)
		}
		m.Compare(0, int64(m.Int()), 1)
		m.Compare(1, int64(m.Int()), 2)
	})
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(1000), Check: true}))
	if summary.Tree.CoveredDirections != 4 || summary.Fill != 85 {
		t.Errorf("%s", describe(summary))
	}
}

// TestOptimizer: within the executions reserved for it, the optimizer covers what runs at the first limits did not reach.
func TestOptimizer(t *testing.T) {
	target := faketarget.New(faketarget.Integers("slt", "eq"), func(m *faketarget.Machine) {
		x := int64(m.Int())
		for i := int64(0); m.Compare(0, i, 100000); i++ {
		}
		m.Compare(1, x, 0)
	})
	limits := DefaultLimits()
	limits.Conditions = 8000
	var found []Found
	e := newEngine(t, target, Config{Limits: limits, Budget: Executions(3), OnTest: func(f Found) error {
		found = append(found, f)
		return nil
	}})
	enginetest.MustRun(t, e)
	if err := e.Optimize(context.Background()); err != nil {
		t.Fatal(err)
	}
	last := found[len(found)-1]
	if len(found) != 2 || last.Analysis != "optimizer" || last.Ending != layout.EndingNormal || len(last.Covered) != 2 {
		t.Errorf("found %+v", found)
	}
}

// TestLimitsRise: recursion deeper than the first limit is reached in the end.
func TestLimitsRise(t *testing.T) {
	target := faketarget.New(faketarget.Integers("slt", "eq"), func(m *faketarget.Machine) {
		n := int64(m.Uchar())
		var down func(int64)
		down = func(i int64) {
			if m.Compare(0, i, n) {
				m.Call(1, func() { down(i + 1) })
			}
		}
		down(0)
		m.Compare(1, n, 200)
	})
	limits := DefaultLimits()
	limits.Depth = 25
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Limits: limits, Budget: Executions(20000)}))
	if summary.Tree.CoveredDirections != 4 || summary.Limits.Depth < 200 {
		t.Errorf("%s, limits %+v", describe(summary), summary.Limits)
	}
}

// TestLimitIsRaisedUntilItHelps: the path is the same at each limit, because no condition is evaluated in the loop.
func TestLimitIsRaisedUntilItHelps(t *testing.T) {
	var target *faketarget.Target
	limits := DefaultLimits()
	var e *Engine
	target = faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		x := int64(m.Int())
		if e.limits.now.Steps < 300*limits.Steps {
			m.End(layout.EndingLimitSteps, 0)
		}
		m.Compare(0, x, 5)
	})
	e = newEngine(t, target, Config{Limits: limits, MaxLimits: execution.Limits{Steps: 1 << 30}, Budget: Executions(2000)})
	if summary := enginetest.MustRun(t, e); summary.Tree.CoveredDirections != 2 || summary.Raised != 9 {
		t.Errorf("raised %d times: %s", summary.Raised, describe(summary))
	}
}

// TestNoConditionAtFirst: a program that reads input and ends before its first condition gets other values.
func TestNoConditionAtFirst(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		if c := m.Uchar(); c < 100 || c > 110 {
			m.Crash()
		}
		m.Compare(0, int64(m.Int()), 5)
	})
	if summary := enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(2000)})); summary.Tree.CoveredDirections != 2 {
		t.Error(describe(summary))
	}
}

// TestWithout: an analysis that is switched off runs nothing, and the search goes on with the others.
func TestWithout(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Char()), 77) })
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(300), Without: []string{"typed", "untouched"}}))
	for _, a := range summary.Analyses {
		if a.Name == "typed" && a.Executions > 0 {
			t.Errorf("typed is switched off: %s", describe(summary))
		}
	}
	if len(summary.Sources) == 0 || slices.ContainsFunc(summary.Sources, func(s *formats.Source) bool { return s.Name == "untouched" }) {
		t.Error(describe(summary))
	}
	e, err := New(Config{Target: target, Locations: target.Table(), Without: []string{"tipped"}})
	if err == nil {
		t.Errorf("%v leaves out what does not exist", e)
	}
}

// TestFirstTest: a budget that was used up before the first run still gets a test, even for an endless program.
func TestFirstTest(t *testing.T) {
	target := faketarget.New(faketarget.Integers("slt"), func(m *faketarget.Machine) {
		for i := int64(0); ; i++ {
			m.Compare(0, i, 1<<40)
		}
	})
	tests := 0
	e := newEngine(t, target, Config{Budget: Executions(1), OnTest: func(Found) error {
		tests++
		return nil
	}})
	if enginetest.MustRun(t, e); tests != 1 {
		t.Errorf("%d tests", tests)
	}
}

// asked is a budget that also ends when it has been asked often enough.
type asked struct{ executions, times uint64 }

func (a *asked) Done(executions uint64) (string, bool) {
	a.times++
	return "the budget", executions >= a.executions || a.times >= a.executions
}

// TestWithoutAny: whatever is switched off, the run goes on and ends, even when nothing is left that would make runs.
func TestWithoutAny(t *testing.T) {
	target := enginetest.NewTarget()
	for _, names := range append([][]string{strategy.Names()}, singles(strategy.Names())...) {
		summary := enginetest.MustRun(t,
			newEngine(t, target, Config{Budget: &asked{executions: 3000}, Strategy: strategy.Config{Without: names}}))
		if summary.Reason != "the budget" || len(names) == 1 && summary.Executions < 2000 {
			t.Errorf("without %s: %s", names, describe(summary))
		}
	}
}

func singles(names []string) (result [][]string) {
	for _, name := range names {
		result = append(result, []string{name})
	}
	return result
}

// garbling is a target whose program overwrites the runtime's memory in some runs.
type garbling struct {
	*faketarget.Target
	every     int // 0: never
	discarded int
}

func (g *garbling) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	runs, err := g.Target.Execute(ctx, batch)
	for i := range runs {
		if n := g.Executions - len(runs) + i + 1; g.every > 0 && n%g.every == 0 && runs[i].Conditions.Len() > 0 {
			conditions := runs[i].Conditions.Append(nil, 0)
			conditions[len(conditions)-1].InputBytes = 268435460
			runs[i].Conditions = execution.NewTrace(conditions, nil)
		}
	}
	return runs, err
}

func (g *garbling) Discard() error {
	g.discarded++
	return nil
}

// TestGarbledTraces: a trace that cannot be true counts as a lost run, and the process that left it is replaced.
func TestGarbledTraces(t *testing.T) {
	target := &garbling{Target: enginetest.NewTarget(), every: 7}
	e, err := New(Config{Target: target, Locations: target.Table(), Budget: Executions(2000), Check: true})
	if err != nil {
		t.Fatal(err)
	}
	summary := enginetest.MustRun(t, e)
	if summary.Garbled == 0 || int(summary.Garbled) != target.discarded {
		t.Errorf("%d garbled traces, %d processes replaced; %s", summary.Garbled, target.discarded, describe(summary))
	}
	if summary.Executions < 2000 {
		t.Errorf("the run ended too early: %s", describe(summary))
	}
}

// TestOnlyGarbledTraces: if no trace can be true, the run goes on as long as it may; each garbled run is an execution and leaves
// nothing.
func TestOnlyGarbledTraces(t *testing.T) {
	target := &garbling{Target: faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 1) }),
		every: 1}
	e, err := New(Config{Target: target, Locations: target.Table(), Budget: Executions(2000), Check: true})
	if err != nil {
		t.Fatal(err)
	}
	summary := enginetest.MustRun(t, e)
	if summary.Executions < 2000 || summary.Executions > 2100 || summary.Garbled != summary.Executions || summary.Tests != 0 ||
		summary.Tree.Nodes != 0 {
		t.Error(describe(summary))
	}
}

func TestSnapshotFromAnotherGoroutine(t *testing.T) {
	target := enginetest.NewTarget()
	e := newEngine(t, target, Config{Budget: Executions(2000)})
	done := make(chan []uint64)
	go func() {
		var seen []uint64
		for range 1000 {
			seen = append(seen, e.Snapshot().Executions)
		}
		done <- seen
	}()
	summary := enginetest.MustRun(t, e)
	if seen := <-done; !slices.IsSorted(seen) || e.Snapshot().Executions != summary.Executions {
		t.Error("snapshots go back, or the last one is not the end")
	}
}

func TestNewWantsATarget(t *testing.T) {
	if _, err := New(Config{}); err == nil {
		t.Error("an engine without a target")
	}
}

// Most runs of a search follow a known path; nothing is allocated for them.
func TestKnownRunsAllocateNothing(t *testing.T) {
	target := enginetest.NewTarget()
	e := newEngine(t, target, Config{Budget: Executions(50), Without: []string{PartCut}})
	enginetest.MustRun(t, e)
	request := e.request([][]byte{{1, 2, 3, 4}})
	runs, err := target.Execute(context.Background(), &execution.Batch{Inputs: request.Inputs, Limits: request.Limits})
	if err != nil {
		t.Fatal(err)
	}
	made := executor.Made{Run: &runs[0], Request: request}
	absorb := func() {
		if err := e.absorb(&made); err != nil {
			t.Fatal(err)
		}
	}
	absorb()
	if allocations := testing.AllocsPerRun(100, absorb); allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
}

// BenchmarkEngine measures one execution of a program with about 50 conditions a run, one of which is never true. The measurement
// includes the cost of the fake target.
func BenchmarkEngine(b *testing.B) {
	target := faketarget.New(append(slices.Clone(enginetest.Locations()), faketarget.Integers("eq")...), func(m *faketarget.Machine) {
		enginetest.Machine(m)
		x := int64(m.Int())
		m.Compare(6, x*x, 3)
	})
	b.ReportAllocs()
	summary := enginetest.MustRun(b, newEngine(b, target, Config{Budget: Executions(b.N)}))
	b.ReportMetric(float64(summary.Tree.Nodes)/float64(b.N), "nodes/op")
}

// TestFirstLimits: a program that ends by itself gets limits in proportion to its run; an endless one keeps the low limits.
func TestFirstLimits(t *testing.T) {
	tests := []struct {
		name       string
		turns      int64
		conditions uint32
		bytes      uint32
	}{
		{"short", 10, DefaultLimits().Conditions, DefaultLimits().InputBytes},
		{"long", 3000, 2 * 3002, 2 * 3001},
		{"endless", 1 << 40, DefaultLimits().Conditions, DefaultLimits().InputBytes},
	}
	for _, test := range tests {
		target := faketarget.New(faketarget.Integers("slt", "eq"), func(m *faketarget.Machine) {
			for i := int64(0); m.Compare(0, i, test.turns); i++ {
				m.Char()
			}
			m.Compare(1, int64(m.Char()), 5)
		})
		summary := enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(2)}))
		if l := summary.Limits; l.Conditions != test.conditions || l.InputBytes != test.bytes {
			t.Errorf("%s: limits %+v", test.name, l)
		}
	}
}

// TestStagnation: in an endless loop there is always something to do, so the limits rise when that work covers nothing, though late if
// runs within higher limits show nothing either.
func TestStagnation(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "sgt", "eq"), func(m *faketarget.Machine) {
		for i := int64(0); ; i++ {
			m.Compare(0, int64(m.Char())&1, 2)
			if m.Compare(1, i, 40) && m.Compare(2, int64(m.Char()), 7) {
				return
			}
		}
	})
	limits := DefaultLimits()
	limits.Conditions, limits.InputBytes = 32, 32
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Limits: limits, Budget: Executions(100000)}))
	if summary.Tree.CoveredDirections != 5 || summary.Raised == 0 {
		t.Errorf("%d directions, limits raised %d times: %s", summary.Tree.CoveredDirections, summary.Raised, describe(summary))
	}
}

// TestEndless: if runs within higher limits show that nothing is behind the limits, they stay. Otherwise each run of an endless loop would
// be longer, and there would be fewer of them.
func TestEndless(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "sgt"), func(m *faketarget.Machine) {
		for i := int64(0); ; i++ {
			m.Compare(0, int64(m.Char()), 300)
			m.Compare(1, i, -1)
		}
	})
	limits := DefaultLimits()
	limits.Conditions, limits.InputBytes = 256, 256
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Limits: limits, Budget: Executions(40000)}))
	if summary.Raised > 0 {
		t.Errorf("raised %d times to %+v: %s", summary.Raised, summary.Limits, describe(summary))
	}
}

// TestEndWithinALongRun: when the time ends during a long run, what it covers is handed over, and nobody works through all its nodes.
func TestEndWithinALongRun(t *testing.T) {
	const conditions, rest = 1 << 17, 1 << 13
	for _, interrupted := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		target := faketarget.New(faketarget.Integers("eq", "eq", "eq"), func(m *faketarget.Machine) {
			for i := int64(conditions); i > 1; i-- {
				m.Compare(0, i, 0)
			}
			if interrupted {
				cancel()
			}
			m.Compare(1, int64(m.Char()), 0)
			m.Compare(2, 1, 1)
		})
		limits := DefaultLimits()
		limits.Conditions = 2 * conditions
		covered := 0
		e := newEngine(t, target, Config{Limits: limits, Budget: Executions(1), OnTest: func(f Found) error {
			covered += len(f.Covered)
			return nil
		}})
		summary, err := e.Run(ctx)
		if err != nil || covered != 3 {
			t.Fatalf("%v; %d directions handed over instead of 3", err, covered)
		}
		if nodes := summary.Tree.Nodes; interrupted && nodes > rest || !interrupted && nodes != conditions+1 {
			t.Errorf("interrupted %v: %d nodes: %s", interrupted, nodes, describe(summary))
		}
	}
}

// TestKeptCoverage: what a crashing run is the first to cover is covered again by a run that ends well, as a test.
func TestKeptCoverage(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "sgt"), func(m *faketarget.Machine) {
		x, y := m.Char(), m.Char()
		if m.Compare(0, int64(x), 77) && m.Compare(1, int64(y), -1) {
			m.Crash()
		}
	})
	var endings []layout.Ending
	enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(2000), ErrorGoal: true, OnTest: func(f Found) error {
		endings = append(endings, f.Ending)
		return nil
	}}))
	want := []layout.Ending{layout.EndingNormal, layout.EndingCrashed, layout.EndingNormal}
	if !slices.Equal(endings, want) {
		t.Errorf("tests end with %v instead of %v", endings, want)
	}
}

// TestKeptBeforeTheEnd: when a crash covers the last direction, the run goes on until a kept run covers it, too, but not forever.
func TestKeptBeforeTheEnd(t *testing.T) {
	for _, possible := range []bool{true, false} {
		target := faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
			x, y := m.Char(), m.Char()
			if m.Compare(0, int64(x), 77) && (y == 0 || !possible) {
				m.Crash()
			}
		})
		tests := 0
		summary := enginetest.MustRun(t,
			newEngine(t, target, Config{Budget: Executions(1 << 20), OnTest: func(Found) error { tests++; return nil }}))
		if want := map[bool]int{true: 3, false: 2}[possible]; tests != want || summary.Tree.CoveredDirections != 2 ||
			summary.Executions >= 1<<20 {
			t.Errorf("possible %v: %d tests: %s", possible, tests, describe(summary))
		}
	}
}

// TestFreshTargetsAreGivenUp: if hardly any condition compares an input, new targets wait for their turn.
func TestFreshTargetsAreGivenUp(t *testing.T) {
	predicates := make([]locations.Predicate, 1500)
	for i := range predicates {
		predicates[i] = "eq"
	}
	target := faketarget.New(faketarget.Integers(predicates...), func(m *faketarget.Machine) {
		m.Int()
		for i := range predicates {
			m.Compare(uint32(i), 1, 2)
		}
	})
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(6000)}))
	for _, s := range summary.Sources {
		if s.Name == "fresh" && s.Chosen != 1024 {
			t.Errorf("%d fresh targets were tried: %s", s.Chosen, describe(summary))
		}
	}
}

// sparing is a target that makes fewer runs at once than it is asked for.
type sparing struct {
	*faketarget.Target
	most int
}

func (s *sparing) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	part := *batch
	part.Inputs = batch.Inputs[:min(s.most, len(batch.Inputs))]
	return s.Target.Execute(ctx, &part)
}

// TestPartsOfBatches: how many runs the target makes at once changes nothing, the number of executions included.
func TestPartsOfBatches(t *testing.T) {
	var all [2][]Found
	var summaries [2]formats.Summary
	for i, most := range []int{1000, 3} {
		target := &sparing{enginetest.NewTarget(), most}
		e, err := New(Config{Target: target, Locations: target.Table(), Seed: 5, Budget: Executions(3001), OnTest: func(f Found) error {
			all[i] = append(all[i], f)
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		summaries[i] = enginetest.MustRun(t, e)
	}
	if !reflect.DeepEqual(all[0], all[1]) || summaries[0].Executions != summaries[1].Executions {
		t.Errorf("%d and %d tests; %s; %s", len(all[0]), len(all[1]), describe(summaries[0]), describe(summaries[1]))
	}
}

// TestLookAhead: what lies behind the limits is found although there is work within them, long before that work is known to lead
// nowhere. If nothing lies behind them, no more than a share of the run is spent. The limits stay, and nodes behind them are analysed:
// the last condition depends on a byte that is read there.
func TestLookAhead(t *testing.T) {
	for _, behind := range []bool{true, false} {
		turns := map[bool]int64{true: 200, false: 1 << 40}[behind]
		target := faketarget.New(faketarget.Integers("eq", "sgt", "eq"), func(m *faketarget.Machine) {
			for i := int64(0); ; i++ {
				m.Compare(0, int64(m.Char())&1, 2)
				if m.Compare(1, i, turns) && m.Compare(2, int64(m.Char()), 7) {
					return
				}
			}
		})
		limits := DefaultLimits()
		limits.Conditions, limits.InputBytes = 64, 64
		summary := enginetest.MustRun(t,
			newEngine(t, target, Config{Limits: limits, MaxLimits: execution.Limits{Conditions: 512, InputBytes: 512}, Budget: Executions(1000)}))
		i := slices.IndexFunc(summary.Analyses, func(a *formats.Analysis) bool { return a.Name == "ahead" })
		if i < 0 || summary.Analyses[i].Executions == 0 || summary.Analyses[i].Executions > 500 {
			t.Fatalf("behind %v: %s", behind, describe(summary))
		}
		if found := summary.Analyses[i].Covered > 0; found != behind || summary.Limits.Conditions != 64 || behind &&
			summary.Tree.CoveredDirections != 5 {
			t.Errorf("behind %v: %s, limits %+v", behind, describe(summary), summary.Limits)
		}
	}
}
