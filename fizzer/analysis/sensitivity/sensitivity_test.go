package sensitivity

import (
	"slices"
	"testing"

	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// leaf returns the deepest node of a tree that holds one trace.
func leaf(t *tree.Tree) tree.Node {
	n := t.Root()
	for {
		next := max(t.Successor(n, false), t.Successor(n, true))
		if next == tree.None {
			return n
		}
		n = next
	}
}

// TestExampleOfTheReport is the program of Sec. 5.1: of eight bits, the lowest three matter to the first instruction.
// With bytes as the unit both instructions depend on the one byte. Four extremes and eight flips make twelve runs, and one
// more is for the values to compare with.
func TestExampleOfTheReport(t *testing.T) {
	target := faketarget.New(faketarget.Integers("ne", "sgt"), func(m *faketarget.Machine) {
		m.Uchar() // a byte that does not matter
		c := int64(m.Char() & 7)
		if m.Compare(0, (c^7)*(c^1), 0) {
			return
		}
		m.Compare(1, c, 2)
	})
	for _, thorough := range []bool{true, false} {
		f := analysistest.New(t, target, []byte{0, 1})
		f.Context.Thorough = thorough
		executions, err := f.Run(f.Node("f"), Run)
		if err != nil || executions != 1+2*12 {
			t.Errorf("%d executions, error %v", executions, err)
		}
		if got := f.Tree.Sensitive(f.Node("")); !slices.Equal(got, []uint32{1}) {
			t.Errorf("sensitive bytes of the first instruction: %v", got)
		}
		if !f.Tree.Has(f.Node("f"), tree.SensitivityDone) || !f.Tree.Has(f.Node(""), tree.SensitivityDone) {
			t.Error("nodes of the path are not marked as analysed")
		}
	}
}

func TestOnlyBytesReadBeforeCount(t *testing.T) {
	target := faketarget.New(faketarget.Integers("slt", "slt"), func(m *faketarget.Machine) {
		x := int64(m.Int())
		m.Compare(0, x, 10)
		y := int64(m.Int())
		m.Compare(1, y, 10)
	})
	f := analysistest.New(t, target, make([]byte, 8))
	if _, err := f.Run(f.Node("t"), Run); err != nil {
		t.Fatal(err)
	}
	if got := f.Tree.Sensitive(f.Node("")); !slices.Equal(got, []uint32{0, 1, 2, 3}) {
		t.Errorf("first: %v", got)
	}
	if got := f.Tree.Sensitive(f.Node("t")); !slices.Equal(got, []uint32{4, 5, 6, 7}) {
		t.Errorf("second: %v", got)
	}
}

var programs = map[string]func(m *faketarget.Machine){
	"independent values": func(m *faketarget.Machine) {
		a, b, c := int64(m.Int()), int64(m.Short()), int64(m.Char())
		m.Compare(0, a, 1000)
		m.Compare(1, b, 1000)
		m.Compare(2, c+a, 10)
	},
	"values that do not matter": func(m *faketarget.Machine) {
		for range 20 {
			m.Int()
		}
		m.Compare(0, int64(m.Int()), 7)
		m.Compare(1, 1, 7)
	},
	"single bits": func(m *faketarget.Machine) {
		a := int64(m.Uint())
		m.Compare(0, a&8, 7)
		m.Compare(1, a>>31, 7)
		m.Compare(2, a>>13&1, 0)
	},
	"behind another condition": func(m *faketarget.Machine) {
		a := int64(m.Int())
		if m.Compare(0, a, 100) {
			m.Compare(1, a, 5)
			m.Compare(2, a*a, 5)
		}
	},
	"floats": func(m *faketarget.Machine) {
		a, b := m.Float(), m.Double()
		m.Compare(0, int64(min(max(a, -1e9), 1e9)), 100)
		if b == b && b < 1e300 {
			m.Compare(1, int64(min(max(b, -1e9), 1e9)), 5)
		}
	},
	"only small numbers": func(m *faketarget.Machine) {
		a := int64(m.Int())
		if a < 0 || a > 255 {
			m.End(layout.EndingAssumptionFailed, 0)
		}
		m.Compare(0, a, 5)
	},
}

// TestSameAsThorough: the plain way is the judge of the one that saves runs.
func TestSameAsThorough(t *testing.T) {
	predicates := []locations.Predicate{"slt", "slt", "slt"}
	saved, total := 0, 0
	for name, program := range programs {
		f, judge := analysistest.New(t, faketarget.New(faketarget.Integers(predicates...), program), nil), analysistest.New(t, faketarget.New(faketarget.Integers(predicates...), program), nil)
		judge.Context.Thorough = true
		executions, err := f.Run(leaf(f.Tree), Run)
		plain, errPlain := judge.Run(leaf(judge.Tree), Run)
		if err != nil || errPlain != nil {
			t.Fatal(err, errPlain)
		}
		saved += plain - executions
		total += plain
		path := f.Tree.PathTo(leaf(f.Tree), nil)
		for k, n := range judge.Tree.PathTo(leaf(judge.Tree), nil) {
			if k < len(path) && !slices.Equal(f.Tree.Sensitive(path[k]), judge.Tree.Sensitive(n)) {
				t.Errorf("%s, depth %d: %v instead of %v", name, k, f.Tree.Sensitive(path[k]), judge.Tree.Sensitive(n))
			}
		}
	}
	t.Logf("%d of %d runs were saved", saved, total)
	if saved < 400 {
		t.Errorf("only %d runs were saved", saved)
	}
}

func BenchmarkRun(b *testing.B) {
	target := faketarget.New(faketarget.Integers("slt", "slt", "slt"), programs["independent values"])
	f := analysistest.New(b, target, nil)
	n := leaf(f.Tree)
	b.ReportAllocs()
	for b.Loop() {
		f.Context.Start(n)
		if err := Run(f.Context); err != nil {
			b.Fatal(err)
		}
	}
}
