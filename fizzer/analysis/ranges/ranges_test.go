package ranges

import (
	"errors"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/faketarget"
	"fizzer/libfizzer/locations"
)

// sensitiveAll makes every node of the path sensitive to these bytes.
func sensitiveAll(f *analysistest.Fixture, path string, bytes ...uint32) {
	for i := range len(path) + 1 {
		f.Sensitive(f.Node(path[:i]), bytes...)
	}
}

// TestEnumerates: a function that nobody can invert is solved by enumeration if few values are left.
func TestEnumerates(t *testing.T) {
	mixed := func(x int64) int64 { return int64(uint32(x)*2654435761>>11) & 0xffff }
	tests := []struct {
		name       string
		predicates []locations.Predicate
		program    func(*faketarget.Machine)
		input      []byte
		path       string
		bytes      []uint32
		most       int
	}{
		{"a byte", []locations.Predicate{"eq"}, func(m *faketarget.Machine) { m.Compare(0, mixed(int64(m.Uchar())), mixed(200)) }, nil, "",
			[]uint32{0}, 257},
		{"bounds", []locations.Predicate{"sgt", "slt", "eq"}, func(m *faketarget.Machine) {
			x := int64(m.Int())
			if m.Compare(0, x, -500) && m.Compare(1, x, 1000) {
				m.Compare(2, mixed(x), mixed(-321))
			}
		}, nil, "tt", []uint32{0, 1, 2, 3}, 1500},
		{"unsigned", []locations.Predicate{"uge", "ult", "eq"}, func(m *faketarget.Machine) {
			x := int64(m.Uint())
			if m.Compare(0, x, 70000) && m.Compare(1, x, 71000) {
				m.Compare(2, mixed(x), mixed(70999))
			}
		}, []byte{0x70, 0x11, 1, 0}, "tt", []uint32{0, 1, 2, 3}, 1001},
		{"booleans", []locations.Predicate{"eq"}, func(m *faketarget.Machine) {
			word := int64(0)
			for range 8 {
				word <<= 1
				if m.Bool() {
					word++
				}
			}
			m.Compare(0, mixed(word), mixed(0xa5))
		}, nil, "", []uint32{0, 1, 2, 3, 4, 5, 6, 7}, 257},
	}
	for _, test := range tests {
		f := analysistest.New(t, faketarget.New(faketarget.Integers(test.predicates...), test.program), test.input)
		sensitiveAll(f, test.path, test.bytes...)
		executions, err := f.Run(f.Node(test.path), Run)
		if !errors.Is(err, analysis.ErrReached) || executions > test.most {
			t.Errorf("%s: error %v after %d executions", test.name, err, executions)
		}
	}
}

// TestTooMany: numbers with too many values are not enumerated; only the bounds that a condition gives are tried.
func TestTooMany(t *testing.T) {
	program := func(m *faketarget.Machine) {
		x := int64(m.Int())
		if m.Compare(0, x, 100000) {
			m.Compare(1, x%777, 4000)
		}
	}
	f := analysistest.New(t, faketarget.New(faketarget.Integers("slt", "eq"), program), nil)
	sensitiveAll(f, "t", 0, 1, 2, 3)
	if executions, err := f.Run(f.Node("t"), Run); err != nil || executions != 3 {
		t.Errorf("error %v after %d executions", err, executions)
	}
}
