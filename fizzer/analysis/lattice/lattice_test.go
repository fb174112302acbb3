package lattice

import (
	"errors"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/analysis/sensitivity"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/locations"
)

// le32 returns the bytes of integers, little endian.
func le32(values ...int32) (input []byte) {
	for _, v := range values {
		input = append(input, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
	}
	return input
}

// TestReaches: each of these conditions is turned within a few executions, from an input that breaks only the last one. The sensitive
// bits are those that the sensitivity analysis finds.
func TestReaches(t *testing.T) {
	three := func(m *faketarget.Machine) (a, b, c int64) { return int64(m.Int()), int64(m.Int()), int64(m.Int()) }
	tests := []struct {
		name       string
		predicates []locations.Predicate
		program    func(*faketarget.Machine)
		input      []byte
		path       string
		most       int
	}{
		{"one", []locations.Predicate{"eq"}, func(m *faketarget.Machine) { m.Compare(0, 3*int64(m.Int())+7, 3007) }, le32(0), "", 4},
		{"two equations", []locations.Predicate{"eq", "eq"}, func(m *faketarget.Machine) {
			a, b := int64(m.Int()), int64(m.Int())
			if m.Compare(0, 3*a+5*b, 1000) {
				m.Compare(1, 7*a-2*b, 830)
			}
		}, le32(0, 200), "t", 12},
		{"three equations", []locations.Predicate{"sgt", "slt", "eq", "eq", "eq"}, func(m *faketarget.Machine) {
			a, b, c := three(m)
			if m.Compare(0, a, -1000) && m.Compare(1, a, 1000) && m.Compare(2, a+b+c, 620) && m.Compare(3, a-b, 100) {
				m.Compare(4, b-c, 50)
			}
		}, le32(360, 260, 0), "tttt", 30},
		{"in order", []locations.Predicate{"slt", "slt", "slt", "eq"}, func(m *faketarget.Machine) {
			a, b, c := three(m)
			if m.Compare(0, a, b) && m.Compare(1, b, c) && m.Compare(2, c, 1000) {
				m.Compare(3, a+2*b+3*c, 4711)
			}
		}, le32(0, 1, 2), "ttt", 24},
		{"bytes", []locations.Predicate{"eq"}, func(m *faketarget.Machine) {
			v := int64(0)
			for range 4 {
				v = v<<8 | int64(m.Uchar())
			}
			m.Compare(0, v, 0x12fe00aa)
		}, make([]byte, 4), "", 24},
		{"less", []locations.Predicate{"eq", "slt"}, func(m *faketarget.Machine) {
			a, b := int64(m.Int()), int64(m.Int())
			if m.Compare(0, a, b+7) {
				m.Compare(1, a+b, -3000)
			}
		}, le32(7, 0), "t", 12},
		{"a product", []locations.Predicate{"sgt", "eq"}, func(m *faketarget.Machine) {
			a, b := int64(m.Short()), int64(m.Short())
			if m.Compare(0, a, 0) {
				m.Compare(1, a*b, 30030)
			}
		}, []byte{1, 0, 1, 0}, "t", 200},
	}
	for _, test := range tests {
		f := analysistest.New(t, faketarget.New(faketarget.Integers(test.predicates...), test.program), test.input)
		n := f.Node(test.path)
		if _, err := f.Run(n, func(c *analysis.Context) error { return sensitivity.Run(c, sensitivity.NewMemory()) }); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if _, missing := f.Tree.Missing(n); !missing {
			t.Errorf("%s: the sensitivity analysis has solved it", test.name)
			continue
		}
		executions, err := f.Run(n, Run)
		if !errors.Is(err, analysis.ErrReached) || executions > test.most {
			t.Errorf("%s: error %v after %d executions", test.name, err, executions)
		}
	}
}
