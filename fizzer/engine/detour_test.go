package engine

import (
	"testing"

	"fizzer/fizzer/expression"
	"fizzer/fizzer/formats"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// chunk has a length, as many numbers, and a sum of them: a length of 120 is excluded on the path of each other length, and the sum has to
// be right again before the program asks for it.
func chunk(t *tracer) {
	n := t.read()
	sum := t.do(expression.Multiply, n, t.k(0x85ebca6b))
	if !t.is(0, expression.LessUnsigned, n, t.k(200)) {
		return
	}
	for i := uint32(0); t.is(1, expression.LessUnsigned, t.k(i), n); i++ {
		sum = t.do(expression.Xor, sum, t.do(expression.ShiftRight, sum, t.k(15)))
		sum = t.do(expression.Add, t.do(expression.Multiply, sum, t.k(0xc2b2ae35)), t.read())
	}
	if t.is(2, expression.Equal, sum, t.read()) && t.is(3, expression.Equal, n, t.k(120)) {
		t.m.ReachError()
	}
}

// TestDetours: a direction that the path to it excludes is reached by a path of its own, and not without that.
func TestDetours(t *testing.T) {
	chunks := func() *fakeRecorder { return newFake(chunk, "ult", "ult", "eq", "eq") }
	summary := runSymbolic(t, chunks(), 40000)
	if s := summary.Symbolic; !summary.ErrorReached || s.Detours == 0 || s.Astray != 0 {
		t.Errorf("error reached: %v, %+v", summary.ErrorReached, s)
	}
	if summary := runSymbolic(t, chunks(), 4*int(summary.Executions), PartDetours); summary.ErrorReached || summary.Symbolic.Detours != 0 {
		t.Errorf("without them: error reached %v after %d executions, %+v", summary.ErrorReached, summary.Executions, summary.Symbolic)
	}
}

// chained is a chain of assumptions, as sequentialised programs have them: b[i+1] has to be a mix of a[i] where that is less than b[i], and
// of b[i] otherwise. In the end no a[i] may be less than b[i]. A path through the chain excludes that, and a detour has to make all
// assumptions behind it hold again.
func chained(t *tracer) {
	assume := func(location uint32, kind expression.Kind, a, b number) {
		if !t.is(location, kind, a, b) {
			t.m.End(layout.EndingAssumptionFailed, 0)
		}
	}
	mix := func(x number) number {
		return t.do(expression.Xor, t.do(expression.Add, x, t.k(0x9e3779b9)), t.k(0x5bd1e995))
	}
	var a, b [chainLength + 1]number
	for i := range a {
		a[i], b[i] = t.read(), t.read()
	}
	assume(0, expression.LessUnsigned, t.k(3), b[0])
	for i := range uint32(chainLength) {
		if t.is(1+4*i, expression.LessUnsigned, a[i], b[i]) {
			assume(2+4*i, expression.Equal, b[i+1], mix(a[i]))
		} else {
			assume(3+4*i, expression.Equal, b[i+1], mix(b[i]))
		}
	}
	for i := range uint32(chainLength) {
		assume(4+4*i, expression.LessUnsigned, b[i], a[i])
	}
	t.m.ReachError()
}

const chainLength = 8

// pursue searches the chain of assumptions with the symbolic search alone.
func pursue(t *testing.T, executions int, without ...string) formats.Summary {
	t.Helper()
	kinds := []locations.Predicate{"ult"}
	for range chainLength {
		kinds = append(kinds, "ult", "eq", "eq", "ult")
	}
	r := newFake(chained, kinds...)
	target := r.target(func(*tracer) {})
	return searched(t, Config{Target: target, Locations: target.Table(), Seed: 1, Budget: Executions(executions), StopAtError: true,
		Recorder: r, Alone: true, Without: without, OnTest: stopAtError})
}

// TestPursuit: a direction that a path excludes is reached although what follows the detour to it has to be made true again, and not
// without detours.
func TestPursuit(t *testing.T) {
	summary := pursue(t, 4000, PartRestarts)
	if s := summary.Symbolic; !summary.ErrorReached || s.Detours == 0 || s.Astray != 0 {
		t.Errorf("error reached: %v after %d executions, %+v", summary.ErrorReached, summary.Executions, s)
	}
	if summary := pursue(t, 4*int(summary.Executions), PartRestarts, PartDetours); summary.ErrorReached || summary.Symbolic.Detours != 0 {
		t.Errorf("without them: error reached %v after %d executions, %+v", summary.ErrorReached, summary.Executions, summary.Symbolic)
	}
}

// TestRestarts: when no question is left and all runs end at failed assumptions, the search begins anew, as often as it may; not without
// that, nor when some runs end otherwise.
func TestRestarts(t *testing.T) {
	never := func(t *tracer) {
		x := t.read()
		if t.is(0, expression.LessUnsigned, x, t.k(10)) && t.is(1, expression.LessUnsigned, t.k(20), x) {
			t.m.ReachError()
		}
		t.m.End(layout.EndingAssumptionFailed, 0)
	}
	sometimes := func(t *tracer) {
		if t.is(2, expression.LessUnsigned, t.read(), t.k(1<<31)) {
			never(t)
		}
	}
	search := func(run func(*tracer), without ...string) uint64 {
		r := newFake(run, "ult", "ult", "ult")
		target := r.target(func(*tracer) {})
		return searched(t, Config{Target: target, Locations: target.Table(), Seed: 1, Budget: Executions(60_000), Recorder: r,
			Without: append(without, StepPaths)}).Symbolic.Restarts
	}
	if n := search(never); n < 10 {
		t.Errorf("%d restarts", n)
	}
	if n := search(never, PartRestarts) + search(sometimes); n != 0 {
		t.Errorf("%d restarts in vain", n)
	}
}
