package direct

import (
	"errors"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/locations"
)

// TestReaches: each of these conditions is turned within a few executions, without known sensitive bits.
func TestReaches(t *testing.T) {
	doubles := []locations.Condition{{Kind: locations.KindFloat, Predicate: "oeq", Bits: 64}}
	tests := []struct {
		name       string
		conditions []locations.Condition
		program    func(*faketarget.Machine)
		most       int
	}{
		{"equal", faketarget.Integers("eq"), func(m *faketarget.Machine) { m.Compare(0, m.Long(), 1234567890123456789) }, 1},
		{"negated", faketarget.Integers("eq"), func(m *faketarget.Machine) { m.Compare(0, 77-int64(m.Int()), -123456) }, 2},
		{"greater", faketarget.Integers("sgt"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int())+5, 1000) }, 1},
		{"not equal", faketarget.Integers("ne"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Short()), 0) }, 1},
		{"the one before the last", faketarget.Integers("eq"), func(m *faketarget.Machine) {
			x := int64(m.Int())
			m.Char()
			m.Compare(0, x, -5)
		}, 2},
		{"less", faketarget.Integers("slt"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), -1000) }, 1},
		{"unsigned, to the end of the range", faketarget.Integers("ugt"), func(m *faketarget.Machine) { m.Compare(0, m.Long(), -2) }, 1},
		{"greater double", []locations.Condition{{Kind: locations.KindFloat, Predicate: "ogt", Bits: 64}},
			func(m *faketarget.Machine) { m.CompareDoubles(0, m.Double(), 3.7) }, 1},
		{"double", doubles, func(m *faketarget.Machine) { m.CompareDoubles(0, m.Double(), 3.7) }, 1},
	}
	for _, test := range tests {
		f := analysistest.New(t, faketarget.New(test.conditions, test.program), nil)
		executions, err := f.Run(f.Node(""), Run)
		if !errors.Is(err, analysis.ErrReached) || executions > test.most {
			t.Errorf("%s: error %v after %d executions", test.name, err, executions)
		}
	}
}

// TestEndsWithoutSuccess: values that were read too long ago, or that have no type, are not tried.
func TestEndsWithoutSuccess(t *testing.T) {
	f := analysistest.New(t, faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		x := int64(m.Int())
		for range recent {
			m.Char()
		}
		m.Untyped()
		m.Compare(0, x, 12)
	}), nil)
	if executions, err := f.Run(f.Node(""), Run); err != nil || executions > 2*recent {
		t.Errorf("error %v after %d executions", err, executions)
	}
}
