package repair

import (
	"errors"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/analysis/sensitivity"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/tree"
)

// deepest returns the last node of the only path.
func deepest(f *analysistest.Fixture) tree.Node {
	n := f.Tree.Root()
	for {
		next := max(f.Tree.Successor(n, false), f.Tree.Successor(n, true))
		if next == tree.None {
			return n
		}
		n = next
	}
}

// TestReaches: changing one number alone never flips the last condition without breaking an earlier one.
func TestReaches(t *testing.T) {
	tests := []struct {
		name    string
		start   []byte
		most    int
		program func(*faketarget.Machine)
	}{
		{"equal to the negative", []byte{0, 0, 0, 0}, 200, func(m *faketarget.Machine) {
			a, b := int64(m.Short()), int64(m.Short())
			if m.Compare(0, a, -b) {
				m.Compare(1, b, 1234)
			}
		}},
		{"two sums and a product", []byte{1, 8, 7, 4}, walkers * steps, func(m *faketarget.Machine) {
			a, b, c, d := int64(m.Char()), int64(m.Char()), int64(m.Char()), int64(m.Char())
			if m.Compare(0, a+b, 9) && m.Compare(1, c+d, 11) {
				m.Compare(2, a*c, 24)
			}
		}},
		{"slope three", []byte{0, 0, 0, 0}, 200, func(m *faketarget.Machine) {
			a, b := int64(m.Short()), int64(m.Short())
			if m.Compare(0, a, -b) {
				m.Compare(1, 3*b, 3702)
			}
		}},
	}
	for _, test := range tests {
		f := analysistest.New(t, faketarget.New(faketarget.Integers("eq", "eq", "eq"), test.program), test.start)
		n := deepest(f)
		if _, err := f.Run(n, func(ctx *analysis.Context) error { return sensitivity.Run(ctx, sensitivity.NewMemory()) }); err != nil {
			t.Fatal(err)
		}
		executions, err := f.Run(n, Run)
		if !errors.Is(err, analysis.ErrReached) || executions > test.most {
			t.Errorf("%s: error %v after %d executions", test.name, err, executions)
		}
	}
}

// TestEnds: the analysis gives up an impossible goal after the allowed executions, and runs nothing if there are no
// numbers.
func TestEnds(t *testing.T) {
	tests := []struct {
		name    string
		most    int
		program func(*faketarget.Machine)
	}{
		{"impossible", walkers * steps, func(m *faketarget.Machine) { m.Compare(0, int64(m.Short())&6, 9) }},
		{"no number", 0, func(m *faketarget.Machine) { m.Compare(0, int64(m.Untyped()), 300) }},
	}
	for _, test := range tests {
		f := analysistest.New(t, faketarget.New(faketarget.Integers("eq"), test.program), []byte{0, 0})
		if _, err := f.Run(f.Node(""), func(ctx *analysis.Context) error { return sensitivity.Run(ctx, sensitivity.NewMemory()) }); err != nil {
			t.Fatal(err)
		}
		if executions, err := f.Run(f.Node(""), Run); err != nil || executions != test.most {
			t.Errorf("%s: error %v after %d executions", test.name, err, executions)
		}
	}
}
