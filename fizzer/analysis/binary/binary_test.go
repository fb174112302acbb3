package binary

import (
	"errors"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/faketarget"
)

func solve(t *testing.T, start []byte, program func(m *faketarget.Machine)) int {
	t.Helper()
	f := analysistest.New(t, faketarget.New(faketarget.Integers("eq"), program), start)
	bytes := make([]uint32, f.Tree.InputBytes(f.Node("")))
	for i := range bytes {
		bytes[i] = uint32(i)
	}
	f.Sensitive(f.Node(""), bytes...)
	executions, err := f.Run(f.Node(""), Run)
	if !errors.Is(err, analysis.ErrReached) {
		t.Fatalf("error %v after %d executions", err, executions)
	}
	return executions
}

// TestCarry is the report's example in Sec. 5.4: 3 is a local minimum of |x - 4| for single flips; flipping the three
// least important bits of the number leads out of it. That takes at most 8 single flips and 8 tails.
func TestCarry(t *testing.T) {
	if n := solve(t, []byte{3}, func(m *faketarget.Machine) { m.Compare(0, int64(m.Untyped()&15), 4) }); n > 16 {
		t.Errorf("%d executions", n)
	}
}

// TestCarryOverSwappedBits does the same with the bits of value 1 and 8 swapped: the analysis learns the importance of bits.
func TestCarryOverSwappedBits(t *testing.T) {
	n := solve(t, []byte{10}, func(m *faketarget.Machine) {
		x := int64(m.Untyped() & 15)
		m.Compare(0, x&1<<3|x&6|x&8>>3, 4) // 10 is the number 3
	})
	if n > 16 {
		t.Errorf("%d executions", n)
	}
}

// TestXor: each descent step clears the highest wrong bit, so one step a bit, of at most 32 runs each, is enough.
func TestXor(t *testing.T) {
	n := solve(t, []byte{0, 0, 0, 0}, func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()^0x13579bd), 0) })
	if n > 33*32 {
		t.Errorf("%d executions", n)
	}
}

// TestEndsWithoutSuccess: when nothing helps, the analysis tries the seeds of all classes and ends by itself.
func TestEndsWithoutSuccess(t *testing.T) {
	f := analysistest.New(t, faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		m.Compare(0, int64(m.Untyped()), 1000)
	}), nil)
	f.Sensitive(f.Node(""), 0)
	executions, err := f.Run(f.Node(""), Run)
	if err != nil || executions > 256 {
		t.Errorf("error %v after %d executions: the cache answers what was run before", err, executions)
	}
}

func BenchmarkXor(b *testing.B) {
	target := faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()^0x13579bd)|1, 0) })
	f := analysistest.New(b, target, nil)
	f.Sensitive(f.Node(""), 0, 1, 2, 3)
	for b.Loop() {
		f.Context.Start(f.Node(""))
		if err := Run(f.Context); err != nil && !errors.Is(err, analysis.ErrExhausted) {
			b.Fatal(err)
		}
	}
}
