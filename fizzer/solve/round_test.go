package solve

import (
	"math"
	"testing"

	e "fizzer/fizzer/expression"
)

// TestRounded: floating-point values of an answer have as few digits as the query allows; other values stay.
func TestRounded(t *testing.T) {
	bits := func(x float64) int64 { return int64(math.Float64bits(x)) }
	for _, test := range []struct {
		low, high, found, want float64
		floats                 bool
	}{
		{2.9, 3.3, 3.14159, 3, true}, {3.1, 3.3, 3.14159, 3.25, true}, {3.14159, 3.14159, 3.14159, 3.14159, true}, {7.5, 8.5, 7.9, 8, true},
		{-1e300, -1e-300, -5.000000000000001, -4, true}, {2.9, 3.3, 3.14159, 3.14159, false},
	} {
		w := newWorld(8, 4)
		w.Variables[0].Float, w.Variables[1].Float = test.floats, test.floats
		x, y := w.Variable(0), w.Variable(1)
		low, high := min(bits(test.low), bits(test.high)), max(bits(test.low), bits(test.high))
		w.is(e.LessOrEqualSigned, w.k(64, low), x)
		w.is(e.LessOrEqualSigned, x, w.k(64, high))
		w.is(e.LessUnsigned, y, w.k(32, 1<<31))
		p := newProblem(w.query(), 1000)
		values := make([]e.Value, len(p.variables))
		for i, number := range p.variables {
			values[i] = e.Of(uint64(math.Float32bits(0.1)))
			if number == 0 {
				values[i] = e.Of(math.Float64bits(test.found))
			}
		}
		got := p.whole(p.rounded(values))
		if x := math.Float64frombits(got[0].Low); x != test.want || !p.works(p.rounded(values)) {
			t.Errorf("%v becomes %v instead of %v", test.found, x, test.want)
		}
	}
}
