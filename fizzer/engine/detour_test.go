package engine

import (
	"testing"

	"fizzer/fizzer/expression"
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
