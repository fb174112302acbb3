package bitshare

import (
	"errors"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/faketarget"
)

// twoCalls compares two numbers with the same instruction in two calling contexts.
func twoCalls(m *faketarget.Machine) {
	x, y := int64(m.Int()), int64(m.Int())
	m.Call(1, func() { m.Compare(0, x, 4711) })
	m.Call(2, func() { m.Compare(0, y, 4711) })
}

// TestReuse: bits that solved the first call solve the second with one execution, whatever its context.
func TestReuse(t *testing.T) {
	f := analysistest.New(t, faketarget.New(faketarget.Integers("eq"), twoCalls), nil)
	store := NewStore(8)
	store.Learn(0, true, []byte{0x67, 0x12, 0, 0}, []uint32{0, 1, 2, 3})
	n := f.Node("f")
	f.Sensitive(n, 4, 5, 6, 7)
	executions, err := f.Run(n, store.Run)
	if !errors.Is(err, analysis.ErrReached) || executions != 1 {
		t.Errorf("%d executions, error %v", executions, err)
	}
}

func TestNothingToShare(t *testing.T) {
	f := analysistest.New(t, faketarget.New(faketarget.Integers("eq"), twoCalls), nil)
	store := NewStore(8)
	store.Learn(0, false, []byte{1}, []uint32{0}) // the other direction
	store.Learn(0, true, []byte{1}, nil)          // no bits
	f.Sensitive(f.Node("f"), 4)
	if executions, err := f.Run(f.Node("f"), store.Run); err != nil || executions != 0 {
		t.Errorf("%d executions, error %v", executions, err)
	}
}

func TestStoreKeepsTheNewest(t *testing.T) {
	store := NewStore(2)
	for _, v := range []byte{1, 2, 2, 3} {
		store.Learn(0, true, []byte{v}, []uint32{0})
	}
	if got := store.known[key{0, true}]; len(got) != 2 || got[0][0] != 2 || got[1][0] != 3 {
		t.Errorf("kept %v", got)
	}
}
