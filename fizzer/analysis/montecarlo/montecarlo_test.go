package montecarlo

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/tree"
)

// counter counts how many of ten numbers are positive and compares the count with 7.
func counter(m *faketarget.Machine) {
	count := int64(0)
	for i := int64(0); m.Compare(0, i, 10); i++ {
		if m.Compare(1, int64(m.Char()), 0) {
			count++
		}
	}
	m.Compare(2, count, 7)
}

func counting(positive int) []byte {
	input := make([]byte, 10)
	for i := range positive {
		input[3*i%10] = 5
	}
	return input
}

// fixture has a tree with one pivot for each given count of positive values.
func fixture(t testing.TB, counts ...int) (*analysistest.Fixture, *Pivots) {
	f := analysistest.New(t, faketarget.New(faketarget.Integers("slt", "sgt", "eq"), counter))
	pivots := New(f.Tree, 100, 1, func(n tree.Node) bool { return IID(f.Tree, n) })
	for _, count := range counts {
		g := analysistest.New(t, f.Target, counting(count)) // for the path
		path := ""
		for n := g.Tree.Root(); g.Tree.Label(n, true) == tree.Visited || g.Tree.Label(n, false) == tree.Visited; {
			if m := g.Tree.Successor(n, true); m != tree.None {
				n, path = m, path+"t"
			} else {
				n, path = g.Tree.Successor(n, false), path+"f"
			}
		}
		if err := f.Context.Execute([][]byte{counting(count)}, nil, ignore); err != nil {
			t.Fatal(err)
		}
		n := f.Node(path)
		markCounted(f, n)
		pivots.Add(n)
	}
	return f, pivots
}

// markCounted makes the last byte read sensitive at each counted condition above n; the other nodes become IID.
func markCounted(f *analysistest.Fixture, n tree.Node) {
	path := f.Tree.PathTo(n, nil)
	sensitive := make([][]uint32, len(path))
	for i, m := range path {
		if f.Tree.ID(m).Location == 1 {
			sensitive[i] = []uint32{uint32(f.Tree.InputBytes(m)) - 1}
		}
	}
	f.Tree.SetSensitive(path, sensitive)
}

// TestFalseShareIsExtrapolatedToDistanceZero: with 2 and 3 positive values of ten, the distances from 7 are 5 and 4
// and the shares of the false direction 8/10 and 7/10. The line through both reaches distance zero at 3/10.
func TestFalseShareIsExtrapolatedToDistanceZero(t *testing.T) {
	f, pivots := fixture(t, 2, 3)
	class := &pivots.classes[0]
	pivots.sort(class)
	g := pivots.guide(f.Context.Random, class, class.nodes, map[uint32]bool{1: true})
	if got := g.falseShare(1); math.Abs(got-0.3) > 1e-12 {
		t.Errorf("the false share of the counted condition is %v instead of 0.3", got)
	}
	if got := g.falseShare(0); math.Abs(got-1.0/11) > 1e-12 {
		t.Errorf("the false share of the loop condition is %v instead of 1/11", got)
	}
	if got := g.falseShare(99); got != 0.5 {
		t.Errorf("the false share of an unknown location is %v", got)
	}
}

func TestFalseShareOfOnePivot(t *testing.T) {
	f, pivots := fixture(t, 2)
	inside := pivots.guide(f.Context.Random, &pivots.classes[0], pivots.Nodes(), map[uint32]bool{1: true})
	outside := pivots.guide(f.Context.Random, &pivots.classes[0], pivots.Nodes(), nil)
	if inside.falseShare(1) != 0.65 || outside.falseShare(1) != 0.8 {
		t.Errorf("false shares %v inside and %v outside of loops", inside.falseShare(1), outside.falseShare(1))
	}
}

// TestGenerators: over one period, each kind of generator takes the false direction as often as the share says; the
// extreme generators take all of one direction in a row.
func TestGenerators(t *testing.T) {
	f, pivots := fixture(t, 2, 3)
	for kind := range 3 {
		g := pivots.guide(f.Context.Random, &pivots.classes[0], pivots.Nodes(), nil)
		gen := g.generator(1)
		gen.kind = kind
		g.generators[1] = gen
		var directions string
		changes, falses := 0, 0
		for i := range 20 {
			d := "t"
			if !g.direction(1) {
				d = "f"
				falses++
			}
			if i > 0 && d != directions[i-1:] {
				changes++
			}
			directions += d
		}
		if kind > 0 && (falses != 6 || changes != 1 || directions[:1] != []string{"", "t", "f"}[kind]) {
			t.Errorf("generator %d goes %s", kind, directions)
		}
		if kind == 0 && (falses < 1 || falses > 13) {
			t.Errorf("the uniform generator goes %s", directions)
		}
	}
}

func TestGeometric(t *testing.T) {
	random := draw.New(7, 8)
	var counts [3]int
	for range 16000 {
		counts[Geometric(random, 3)]++
	}
	for i, want := range []int{12000, 3000, 1000} {
		if math.Abs(float64(counts[i]-want)) > 200 {
			t.Errorf("index %d was chosen %d times instead of about %d", i, counts[i], want)
		}
	}
}

// TestChooseFindsOpenNodes: every choice is an open node below the loop's entry, and different ones are found.
func TestChooseFindsOpenNodes(t *testing.T) {
	f, pivots := fixture(t, 2, 3)
	seen := map[tree.Node]bool{}
	for range 200 {
		n := pivots.Choose(f.Context.Random)
		if n == tree.None || !f.Tree.Open(n) {
			t.Fatalf("chose node %d", n)
		}
		seen[n] = true
	}
	if len(seen) < 3 {
		t.Errorf("only %d nodes were ever chosen", len(seen))
	}
}

func TestChooseEndsWhenTheRootIsClosed(t *testing.T) {
	f, pivots := fixture(t, 2)
	f.Tree.Walk(func(n tree.Node) { f.Tree.Finish(n, tree.SensitivityDone|tree.BitshareDone|tree.MinimizationDone) })
	if n := pivots.Choose(f.Context.Random); n != tree.None {
		t.Errorf("chose node %d of a closed tree", n)
	}
}

func TestPivots(t *testing.T) {
	f, pivots := fixture(t, 2, 4, 3)
	class := &pivots.classes[0]
	pivots.sort(class)
	var distances []float64
	for _, n := range class.nodes {
		distances = append(distances, f.Tree.Distance(n).Magnitude())
	}
	if len(distances) != 3 || distances[0] != 3 || distances[1] != 4 || distances[2] != 5 {
		t.Errorf("pivots have distances %v", distances)
	}
	if !pivots.Has(f.Tree.ID(class.nodes[0])) || pivots.Has(f.Tree.ID(f.Tree.Root())) {
		t.Error("Has does not tell pivots from other nodes")
	}
	if pivots.Twin(class.nodes[2]) || !pivots.Twin(class.nodes[0]) {
		t.Error("a twin is nearer than some pivot")
	}
	pivots.Retain(1)
	if len(pivots.Nodes()) != 1 || f.Tree.Distance(pivots.Nodes()[0]).Magnitude() != 3 {
		t.Error("the nearest pivot is not the one that stays")
	}
	if err := f.Context.Execute([][]byte{counting(7)}, nil, ignore); err != nil {
		t.Fatal(err)
	}
	pivots.Retain(9)
	if len(pivots.Nodes()) != 0 {
		t.Error("pivots of a covered execution ID stay")
	}
}

// TestWaysAreKept: counts and loops are computed once for each pivot, forgotten with it, and come out the same when
// recomputed.
func TestWaysAreKept(t *testing.T) {
	_, pivots := fixture(t, 2, 3, 4)
	class := &pivots.classes[0]
	kept := func() (all []way, locations int) {
		for _, n := range class.nodes {
			all = append(all, *pivots.loopsTo(class, n))
			locations += class.added[n].size()
		}
		return all, locations
	}
	first, locations := kept()
	if c := first[0].directions[1]; c != (counts{8, 2}) && c != (counts{7, 3}) && c != (counts{6, 4}) {
		t.Errorf("the path to a pivot has counts %v of the counted condition", c)
	}
	if pivots.counted != locations || locations == 0 {
		t.Errorf("%d locations are said to be kept, %d are", pivots.counted, locations)
	}
	pivots.forgetWays()
	if second, _ := kept(); !reflect.DeepEqual(first, second) {
		t.Errorf("counted anew the paths have %v instead of %v", second, first)
	}
	pivots.Retain(1)
	if _, locations := kept(); pivots.counted != locations || len(class.added) != 1 {
		t.Errorf("with one pivot %d locations are said to be kept, %d are", pivots.counted, locations)
	}
}

func ignore(int, *execution.Run) {}

func BenchmarkChoose(b *testing.B) {
	f, pivots := fixture(b, 1, 2, 3, 4, 5)
	for b.Loop() {
		pivots.Choose(f.Context.Random)
	}
}

// TestChoices: pivots are sorted once for so many choices, or as soon as one is added or the first one is none any more.
func TestChoices(t *testing.T) {
	f, pivots := fixture(t, 2, 3, 4)
	none := tree.None
	pivots.choices, pivots.is = 3, func(n tree.Node) bool { return n != none }
	c := &pivots.classes[0]
	choose := func() []tree.Node {
		if pivots.Choose(f.Context.Random) == tree.None {
			t.Error("nothing is chosen")
		}
		return slices.Clone(c.nodes)
	}
	sorted := choose()
	if len(sorted) != 3 || f.Tree.Distance(sorted[0]).Compare(f.Tree.Distance(sorted[2])) >= 0 {
		t.Fatalf("%v are sorted", sorted)
	}
	slices.Reverse(c.nodes)
	other := slices.Clone(c.nodes)
	for i, want := range [][]tree.Node{other, other, sorted} {
		if got := choose(); !slices.Equal(got, want) {
			t.Errorf("choice %d is from %v instead of %v", i+1, got, want)
		}
	}
	slices.Reverse(c.nodes)
	pivots.remove(c, other[2])
	c.nodes = c.nodes[:2]
	pivots.Add(other[2])
	if got := choose(); !slices.Equal(got, sorted) {
		t.Errorf("with an added one the choice is from %v instead of %v", got, sorted)
	}
	none = sorted[0]
	if got := choose(); !slices.Equal(got, sorted[1:]) {
		t.Errorf("without the first one the choice is from %v instead of %v", got, sorted[1:])
	}
}
