package sensitivity

import (
	"slices"
	"testing"

	"fizzer/fizzer/analysis"
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

// alone analyses without memory.
func alone(ctx *analysis.Context) error { return Run(ctx, NewMemory()) }

// TestExampleOfTheReport is the program of Sec. 5.1: the lowest three of eight bits matter to the first instruction.
// With bytes as the unit, both instructions depend on the one byte. Four extremes and eight flips make twelve runs;
// the byte that is zero already saves one, and one more run gives the values to compare with.
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
		executions, err := f.Run(f.Node("f"), alone)
		if err != nil || executions != 1+2*12-1 {
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
	if _, err := f.Run(f.Node("t"), alone); err != nil {
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

// TestSameAsThorough: the mode that saves runs must find the same as the plain way.
func TestSameAsThorough(t *testing.T) {
	predicates := []locations.Predicate{"slt", "slt", "slt"}
	saved, total := 0, 0
	for name, program := range programs {
		f, judge := analysistest.New(t, faketarget.New(faketarget.Integers(predicates...), program), nil),
			analysistest.New(t, faketarget.New(faketarget.Integers(predicates...), program), nil)
		judge.Context.Thorough = true
		executions, err := f.Run(leaf(f.Tree), alone)
		plain, errPlain := judge.Run(leaf(judge.Tree), alone)
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

// TestGroups: sixteen values without effect cost one group: three patterns, four extremes, and the unchanged input.
func TestGroups(t *testing.T) {
	f := analysistest.New(t, faketarget.New(faketarget.Integers("slt"), func(m *faketarget.Machine) {
		for range groupSize {
			m.Int()
		}
		m.Compare(0, 5, 7)
	}), nil)
	if executions, err := f.Run(f.Node(""), alone); err != nil || executions != 1+3+4 {
		t.Errorf("%d executions, error %v", executions, err)
	}
}

// TestManyValues: where few of many values matter, the groups are large at first.
func TestManyValues(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		for range 2048 {
			m.Char()
		}
		m.Compare(0, int64(m.Char()), 7)
	})
	f := analysistest.New(t, target, nil)
	executions, err := f.Run(f.Node(""), alone)
	if got := f.Tree.Sensitive(f.Node("")); err != nil || !slices.Equal(got, []uint32{2048}) {
		t.Errorf("sensitive bytes %v, error %v", got, err)
	}
	if executions > 256 { // 129 groups of 16 values would make 900 runs
		t.Errorf("%d executions", executions)
	}
}

// TestJoint: if no single value has an effect, the smallest group that has one is sensitive: for a product at zero, both factors. In a
// difference, equal changes of both sides do not hide each other.
func TestJoint(t *testing.T) {
	tests := []struct {
		name    string
		program func(m *faketarget.Machine) int64
		want    []uint32
	}{
		{"product", func(m *faketarget.Machine) int64 { return int64(m.Uchar()) * int64(m.Uchar()) }, []uint32{0, 1}},
		{"difference", func(m *faketarget.Machine) int64 {
			left := int64(m.Uchar())
			return left - int64(m.Uchar())
		}, []uint32{0, 1}},
		{"no effect", func(m *faketarget.Machine) int64 { return 0 * (int64(m.Uchar()) + int64(m.Uchar())) }, nil},
	}
	for _, test := range tests {
		f := analysistest.New(t, faketarget.New(faketarget.Integers("eq"),
			func(m *faketarget.Machine) { m.Compare(0, test.program(m), 1000000) }), nil)
		if _, err := f.Run(f.Node(""), alone); err != nil || !slices.Equal(f.Tree.Sensitive(f.Node("")), test.want) {
			t.Errorf("%s: %v, error %v", test.name, f.Tree.Sensitive(f.Node("")), err)
		}
	}
}

// TestMemory goes down a loop over characters, round by round: with memory each analysis finds the same as without,
// and its cost does not grow with the number of characters read before.
func TestMemory(t *testing.T) {
	programs := map[string]func(m *faketarget.Machine){
		"changes keep the path": func(m *faketarget.Machine) {
			for range 40 {
				m.Compare(0, int64(m.Char()), 100)
			}
		},
		"changes leave the path": func(m *faketarget.Machine) {
			for range 40 {
				if m.Compare(1, int64(m.Uchar()), 0) {
					return
				}
			}
		},
		"a sum": func(m *faketarget.Machine) {
			sum := int64(0)
			for range 20 {
				sum += int64(m.Uchar())
				m.Compare(0, sum, 10000)
			}
		},
	}
	for name, program := range programs {
		f := analysistest.New(t, faketarget.New(faketarget.Integers("eq", "ugt"), program), nil)
		judge := analysistest.New(t, f.Target, nil)
		memory := NewMemory()
		path, plain := f.Tree.PathTo(leaf(f.Tree), nil), judge.Tree.PathTo(leaf(judge.Tree), nil)
		first, last, lastAlone := 0, 0, 0
		for k := range path {
			var errs [2]error
			last, errs[0] = f.Run(path[k], func(ctx *analysis.Context) error { return Run(ctx, memory) })
			lastAlone, errs[1] = judge.Run(plain[k], alone)
			if errs[0] != nil || errs[1] != nil {
				t.Fatal(errs)
			}
			if k == 0 {
				first = last
			}
			if !slices.Equal(f.Tree.Sensitive(path[k]), judge.Tree.Sensitive(plain[k])) {
				t.Errorf("%s, depth %d: %v instead of %v", name, k, f.Tree.Sensitive(path[k]), judge.Tree.Sensitive(plain[k]))
			}
		}
		t.Logf("%s: %d runs for the first, %d for the last of %d, %d without memory", name, first, last, len(path), lastAlone)
		// The newest value, the one before it, whose changes now leave the path, and the group of all others.
		if most := first + (first + 8) + patterns + 4; name != "a sum" && last > most {
			t.Errorf("%s: %d runs for the first and %d for the last", name, first, last)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	target := faketarget.New(faketarget.Integers("slt", "slt", "slt"), programs["independent values"])
	f := analysistest.New(b, target, nil)
	n := leaf(f.Tree)
	b.ReportAllocs()
	for b.Loop() {
		f.Context.Start(n)
		if err := alone(f.Context); err != nil {
			b.Fatal(err)
		}
	}
}

// TestTold: what was told about all nodes of a path is the result, without runs; otherwise the analysis makes them.
func TestTold(t *testing.T) {
	target := faketarget.New(faketarget.Integers("slt", "slt", "slt"), func(m *faketarget.Machine) {
		x, y := int64(m.Int()), int64(m.Int())
		m.Compare(0, x, 10)
		m.Compare(1, y, 10)
		m.Compare(2, int64(m.Int()), 10)
	})
	f := analysistest.New(t, target, make([]byte, 12))
	path := f.Tree.PathTo(f.Node("tt"), nil)
	told := [][]uint32{{0, 1}, {5}, {9, 11}}
	for name, test := range map[string]struct {
		tell     int
		thorough bool
		want     bool
	}{"all": {3, false, true}, "not the last": {2, false, false}, "thorough": {3, true, false}} {
		f := analysistest.New(t, target, make([]byte, 12))
		f.Context.Thorough = test.thorough
		m := NewMemory()
		m.Tell(path[:test.tell], told[:test.tell])
		executions, err := f.Run(f.Node("tt"), func(ctx *analysis.Context) error { return Run(ctx, m) })
		if err != nil || (executions == 0) != test.want || (m.Skipped == 1) != test.want {
			t.Errorf("%s: %d executions, %d skipped, error %v", name, executions, m.Skipped, err)
		}
		if got := f.Tree.Sensitive(f.Node("t")); test.want && !slices.Equal(got, told[1]) {
			t.Errorf("%s: %v", name, got)
		}
		if !f.Tree.Has(f.Node("tt"), tree.SensitivityDone) {
			t.Errorf("%s: not analysed", name)
		}
	}
	m := NewMemory()
	if m.Tell(path, told); !m.Knows(path[0]) {
		t.Error("nothing is known")
	}
	if m.Forget(); m.Knows(path[0]) {
		t.Error("it is still known")
	}
}
