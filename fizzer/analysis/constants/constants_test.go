package constants

import (
	"errors"
	"math"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/faketarget"
)

func scramble(x uint32) int64 {
	for range 8 {
		x = (x^x>>13)*0x5bd1e995 + (x&15)*x
	}
	return int64(x)
}

// TestReaches tries a constant of the text, its neighbour, its bytes in the other order, a constant across several numbers, an operand
// of the run, and a floating-point number.
func TestReaches(t *testing.T) {
	const known = 0xcafe4242
	tests := []struct {
		name    string
		program func(*faketarget.Machine)
		bytes   int
	}{
		{"itself", func(m *faketarget.Machine) { m.Compare(0, scramble(m.Uint()), scramble(known)) }, 4},
		{"the one before", func(m *faketarget.Machine) { m.Compare(0, scramble(m.Uint()+1), scramble(known)) }, 4},
		{"the other byte order", func(m *faketarget.Machine) {
			x := m.Uint()
			m.Compare(0, scramble(x>>24|x>>8&0xff00|x<<8&0xff0000|x<<24), scramble(known))
		}, 4},
		{"in bytes", func(m *faketarget.Machine) {
			x := uint32(0)
			for range 4 {
				x = x<<8 | uint32(m.Uchar())
			}
			m.Compare(0, scramble(x), scramble(known))
		}, 4},
		{"an operand", func(m *faketarget.Machine) {
			x := m.Uint()
			m.Compare(1, 777777, 5)
			m.Compare(0, scramble(x), scramble(777777))
		}, 4},
		{"a double", func(m *faketarget.Machine) {
			m.Compare(0, scramble(uint32(math.Float64bits(m.Double())>>20)), scramble(uint32(math.Float64bits(2.718281828)>>20)))
		}, 8},
	}
	for _, test := range tests {
		target := faketarget.New(faketarget.Integers("eq", "eq"), test.program)
		target.Table().Constants = []uint64{1000, known, 2000}
		target.Table().Reals = []uint64{math.Float64bits(3.5), math.Float64bits(2.718281828)}
		f := analysistest.New(t, target, nil)
		path := ""
		if test.name == "an operand" {
			path = "f"
		}
		n := f.Node(path)
		all := make([]uint32, test.bytes)
		for i := range all {
			all[i] = uint32(i)
		}
		f.Sensitive(n, all...)
		executions, err := f.Run(n, Run)
		if !errors.Is(err, analysis.ErrReached) || executions > 80 {
			t.Errorf("%s: error %v after %d executions", test.name, err, executions)
		}
	}
}
