package floats

import (
	"errors"
	"math"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

func doubles(predicates ...locations.Predicate) []locations.Condition {
	var all []locations.Condition
	for _, p := range predicates {
		all = append(all, locations.Condition{Kind: locations.KindFloat, Predicate: p, Bits: 64})
	}
	return all
}

// TestReaches: exact values and narrow intervals are found by bisection, of doubles and floats.
func TestReaches(t *testing.T) {
	tests := []struct {
		name       string
		conditions []locations.Condition
		program    func(*faketarget.Machine)
		path       string
		bytes      int
		most       int
	}{
		{"a cube", doubles("oeq"), func(m *faketarget.Machine) { x := m.Double(); m.CompareDoubles(0, x*x*x, 3.375) }, "", 8, 400},
		{"a sum that loses digits", doubles("oeq"), func(m *faketarget.Machine) { m.CompareDoubles(0, m.Double()+1e16, 1e16+6) }, "", 8, 400},
		{"a denormal number", doubles("ogt", "olt"), func(m *faketarget.Machine) {
			x := m.Double()
			if m.CompareDoubles(0, x, 0) {
				m.CompareDoubles(1, x, 1e-310)
			}
		}, "t", 8, 400},
		{"three neighbours", doubles("ogt", "olt"), func(m *faketarget.Machine) {
			x := m.Double()
			if m.CompareDoubles(0, x, 1.2499999999999998) {
				m.CompareDoubles(1, x, 1.2500000000000007)
			}
		}, "t", 8, 800},
		{"a float", doubles("oeq"), func(m *faketarget.Machine) { m.CompareDoubles(0, float64(m.Float())*3, 3*float64(float32(0.7))) }, "", 4,
			400},
	}
	for _, test := range tests {
		input := analysis.EncodeFloat(5, test.bytes)
		f := analysistest.New(t, faketarget.New(test.conditions, test.program), input)
		n := f.Node(test.path)
		all := make([]uint32, test.bytes)
		for i := range all {
			all[i] = uint32(i)
		}
		f.Sensitive(n, all...)
		executions, err := f.Run(n, Run)
		if !errors.Is(err, analysis.ErrReached) || executions > test.most {
			t.Errorf("%s: error %v after %d executions", test.name, err, executions)
		}
	}
}

// TestPlaces: the places of numbers are in the order of the numbers, and FloatAt is the inverse.
func TestPlaces(t *testing.T) {
	for _, size := range []int{4, 8} {
		s := search{number: layout.Read{Size: uint16(size)}}
		last := place(math.MinInt64)
		for _, v := range []float64{math.Inf(-1), -math.MaxFloat32, -1, -math.SmallestNonzeroFloat32, math.Copysign(0, -1), 0,
			math.SmallestNonzeroFloat32, 0.5, 1, math.Inf(1)} {
			raw := analysis.EncodeFloat(v, size)
			p := s.placeOf(raw)
			if p <= last {
				t.Errorf("%d bytes: %v has place %d, the one before it %d", size, v, p, last)
			}
			again := make([]byte, size)
			s.store(p, again)
			if string(again) != string(raw) {
				t.Errorf("%d bytes: place %d of %v is %x instead of %x", size, p, v, again, raw)
			}
			last = p
		}
		if p := s.placeOf(analysis.EncodeFloat(math.Inf(1), size)); p != s.infinity() {
			t.Errorf("%d bytes: infinity is at %d instead of %d", size, p, s.infinity())
		}
	}
}
