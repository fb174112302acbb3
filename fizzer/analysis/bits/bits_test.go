package bits

import (
	"errors"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/locations"
)

// crc is a cyclic redundancy check of 16 bits.
func crc(m *faketarget.Machine, bytes int) uint32 {
	sum := uint32(0xffff)
	for range bytes {
		sum ^= uint32(m.Uchar()) << 8
		for range 8 {
			sum = (sum<<1 ^ (sum>>15&1)*0x1021) & 0xffff
		}
	}
	return sum
}

// TestReaches: a linear function takes one run a bit and two more, a product a few rounds of that.
func TestReaches(t *testing.T) {
	tests := []struct {
		name      string
		predicate locations.Predicate
		program   func(*faketarget.Machine)
		bytes     int
		most      int
	}{
		{"rotated", "eq", func(m *faketarget.Machine) { x := m.Uint(); m.Compare(0, int64(x<<7|x>>25), 0x8badf00d) }, 4, 34},
		{"not unequal", "ne", func(m *faketarget.Machine) { x := m.Uint(); m.Compare(0, int64(x^x>>16), 0x12340987) }, 4, 34},
		{"a check of three bytes", "eq", func(m *faketarget.Machine) { m.Compare(0, int64(crc(m, 3)), 0x29b1) }, 3, 26},
		{"an odd factor", "eq", func(m *faketarget.Machine) { m.Compare(0, int64(m.Uint()*2654435761), 0x600df00d) }, 4, 33 * 33},
	}
	for _, test := range tests {
		f := analysistest.New(t, faketarget.New(faketarget.Integers(test.predicate), test.program), nil)
		all := make([]uint32, test.bytes)
		for i := range all {
			all[i] = uint32(i)
		}
		n := f.Node("")
		f.Sensitive(n, all...)
		executions, err := f.Run(n, Run)
		if !errors.Is(err, analysis.ErrReached) || executions > test.most {
			t.Errorf("%s: error %v after %d executions", test.name, err, executions)
		}
	}
}

// TestLeavesAlone: nothing is run if the goal is not an equality or the node has no sensitive bits.
func TestLeavesAlone(t *testing.T) {
	program := func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 5) }
	for _, predicate := range []locations.Predicate{"slt", "eq", "ne"} {
		f := analysistest.New(t, faketarget.New(faketarget.Integers(predicate), program), nil)
		n := f.Node("")
		if predicate == "slt" {
			f.Sensitive(n, 0, 1, 2, 3)
		}
		if executions, err := f.Run(n, Run); err != nil || executions != 0 {
			t.Errorf("%s: error %v after %d executions", predicate, err, executions)
		}
	}
}

// TestEndsWithoutSolution: equations that contradict each other end the analysis after one or two rounds.
func TestEndsWithoutSolution(t *testing.T) {
	program := func(m *faketarget.Machine) { m.Compare(0, int64(m.Uint()&0xff0), 0x123456) }
	f := analysistest.New(t, faketarget.New(faketarget.Integers("eq"), program), nil)
	n := f.Node("")
	f.Sensitive(n, 0, 1)
	if executions, err := f.Run(n, Run); err != nil || executions > 3*17 {
		t.Errorf("error %v after %d executions", err, executions)
	}
}
