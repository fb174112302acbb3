package strategy

import (
	"testing"

	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/tree"
)

// TestCompared: a comparison of two variables at a distance that its execution ID had not gets the analysis of words although all tries of
// fresh are used up, and however little words has won. Nodes at known distances and comparisons with constants do not.
func TestCompared(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq", "slt"), func(m *faketarget.Machine) {
		for range 3 {
			c := int64(m.Uchar())
			m.Compare(2, c, 100)
			m.Compare(0, 'n', c/16*16) // neither is a constant
			m.Compare(1, c/16*16, 'n')
		}
	})
	target.Table().Words = [][]byte{[]byte("net")}
	target.Table().Conditions[1].Constant = true
	f := newFixture(t, target, []byte{'A', 'A', 'A'})
	place := placeOf[*compared](f)
	distance := func(n tree.Node) float64 { return f.tree.Distance(n).Float() }
	n := place.next()
	if n == tree.None || f.tree.ID(n).Location != 0 || distance(n) != 'n'-'@' {
		t.Fatalf("node %d comes first", n)
	}
	if again := place.next(); again != tree.None {
		t.Fatalf("node %d at the same distance %g", again, distance(again))
	}
	f.run([]byte{'z', 'B', 'z'})
	if n = place.next(); n == tree.None || f.tree.ID(n).Location != 0 || distance(n) != 'n'-'p' {
		t.Fatalf("node %d at a new distance", n)
	}
	for i := range f.table {
		if s := &f.table[i]; s.place == place {
			f.analyses[0].success.Spend(1 << 24)
			if choice := f.choose(n, s); choice.Analysis.Name != analysisWords {
				t.Errorf("%s instead of words", choice.Analysis.Name)
			}
		}
	}
	if n = place.next(); n != tree.None {
		t.Errorf("node %d at distance %g is left", n, distance(n))
	}
}
