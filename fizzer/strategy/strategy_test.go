package strategy

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/loops"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/tree"
)

type fixture struct {
	*Strategy
	test   *testing.T
	target *faketarget.Target
	number uint32
}

func newFixture(t *testing.T, target *faketarget.Target, inputs ...[]byte) *fixture {
	f := &fixture{test: t, target: target}
	var err error
	f.Strategy, err = New(tree.New(target.Table(), tree.Config{}), draw.New(1, 1), Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, input := range inputs {
		f.run(input)
	}
	return f
}

func (f *fixture) run(input []byte) {
	f.test.Helper()
	limits := execution.Limits{Conditions: 1 << 12, Depth: 64, InputBytes: 1 << 12, ContextDepth: 8}
	runs, err := f.target.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{input}, Limits: limits})
	if err != nil {
		f.test.Fatal(err)
	}
	f.number++
	insertion, err := f.tree.Insert(&runs[0], f.number)
	if err != nil {
		f.test.Fatal(err)
	}
	f.Observe(insertion, runs[0].Bytes)
	f.check(Choice{Node: tree.None, selected: tree.None})
}

func (f *fixture) check(busy Choice) {
	f.test.Helper()
	if err := f.Check(busy); err != nil {
		f.test.Error(err)
	}
}

// sensitive pretends that a sensitivity analysis of the choice found these bytes at each node that has read them.
func (f *fixture) sensitive(choice Choice, bytes func(n tree.Node) []uint32) {
	path := f.tree.PathTo(choice.Node, nil)
	sets := make([][]uint32, len(path))
	for i, n := range path {
		sets[i] = bytes(n)
	}
	f.tree.SetSensitive(path, sets)
	f.Finish(choice, false, f.number)
	f.check(Choice{Node: tree.None, selected: tree.None})
}

func (f *fixture) selects(source, analysis string) Choice {
	f.test.Helper()
	choice, ok := f.Select()
	for ok && choice.Analysis.Name != analysis && choice.Analysis.beyond {
		f.Finish(choice, false, f.number)
		choice, ok = f.Select()
	}
	if !ok || choice.Source.Name != source && choice.Source.Name != "continued" || choice.Analysis.Name != analysis {
		f.test.Fatalf("selected %+v instead of %s for a node from %s", choice, analysis, source)
	}
	return choice
}

// placeOf returns the source of a type.
func placeOf[T source](f *fixture) T {
	for i := range f.table {
		if place, ok := f.table[i].place.(T); ok {
			return place
		}
	}
	panic("no such source")
}

func none(tree.Node) []uint32  { return nil }
func first(tree.Node) []uint32 { return []uint32{0} }

// TestOneNode goes through Alg. 3 and 4 for one node, up to the recovery of Sec. 6.3.
func TestOneNode(t *testing.T) {
	f := newFixture(t, faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 9) }), nil)
	f.Finish(f.selects("fresh", "direct"), false, 1)
	f.sensitive(f.selects("untouched", "sensitivity"), first)
	f.Finish(f.selects("sensitive", "bitshare"), false, 2)
	choice := f.selects("sensitive", "typed")
	f.Finish(choice, false, 3)
	f.Finish(f.selects("left mute", "repair"), false, 4)
	if next, ok := f.Select(); ok {
		t.Fatalf("selected %+v although the only node is closed", next)
	}
	f.number = 9
	f.run([]byte{8}) // a better input for the node at which the descent failed
	if again := f.selects("recovered", "direct"); again.Node != choice.Node {
		t.Errorf("recovered %+v", again)
	}
}

func TestXorAndUntypedInputAreForTheBinaryDescent(t *testing.T) {
	for _, xor := range []bool{true, false} {
		conditions := faketarget.Integers("eq")
		conditions[0].Xor = xor
		f := newFixture(t, faketarget.New(conditions, func(m *faketarget.Machine) { m.Compare(0, int64(m.Untyped()), 9) }), nil)
		f.sensitive(f.selects("untouched", "sensitivity"), first)
		f.Finish(f.selects("sensitive", "bitshare"), false, 2)
		f.selects("sensitive", "binary")
	}
}

// TestSensitivityMovesDown: the deepest of the nodes that read no further input is analysed (Alg. 3, lines 5 to 15).
func TestSensitivityMovesDown(t *testing.T) {
	f := newFixture(t, faketarget.New(faketarget.Integers("eq", "eq", "eq"), func(m *faketarget.Machine) {
		x := int64(m.Int())
		m.Compare(0, x, 9)
		m.Compare(1, x, 10)
		m.Compare(2, int64(m.Int()), 10)
	}), nil)
	choice := f.selects("untouched", "sensitivity")
	if f.tree.Depth(choice.Node) != 1 || f.tree.Depth(choice.selected) != 0 {
		t.Errorf("analysed at depth %d for depth %d", f.tree.Depth(choice.Node), f.tree.Depth(choice.selected))
	}
}

// TestSensitivityStaysNear: behind a long input the analysis moves down only some of the way, to be followed by a deeper one. The report's
// strategy moves all the way.
func TestSensitivityStaysNear(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq"), func(m *faketarget.Machine) {
		for range 1000 {
			m.Int()
		}
		for i := range 2000 {
			m.Compare(uint32(min(i, 1)), int64(i), -1)
		}
	})
	for _, fixed := range []bool{false, true} {
		f := newFixture(t, target, nil)
		f.fixed = fixed
		choice := f.selects("untouched", "sensitivity")
		near := cheapPrice / 4000
		if fixed {
			near = 1999
		}
		if f.tree.Depth(choice.selected) != 0 || f.tree.Depth(choice.Node) != near {
			t.Errorf("fixed %v: analysed at depth %d for depth %d", fixed, f.tree.Depth(choice.Node), f.tree.Depth(choice.selected))
		}
		if next := f.deepest(choice.Node); !fixed && f.tree.Depth(next) != maxDescent*near {
			t.Errorf("then analysed at depth %d", f.tree.Depth(next))
		}
	}
}

// TestPivotsAndTwins: a node of an execution ID without sensitive bits becomes a pivot. A later node of that ID is a twin if it is
// nearer to the border, and otherwise no target.
func TestPivotsAndTwins(t *testing.T) {
	program := func(m *faketarget.Machine) {
		count := int64(0)
		for range 2 {
			if m.Compare(0, int64(m.Char()), 3) {
				count++
			}
		}
		m.Compare(1, count, 5)
	}
	f := newFixture(t, faketarget.New(faketarget.Integers("sgt", "eq"), program), []byte{9, 1})
	for range 2 { // both nodes of location 0 are loop heads; the analysis of the second moves down to the last node
		f.sensitive(f.selects("loop heads", "sensitivity"), none)
	}
	if len(f.pivots.Nodes()) != 1 {
		t.Fatalf("%d pivots", len(f.pivots.Nodes()))
	}
	f.run([]byte{1, 1}) // farther: count is 0
	if len(placeOf[*twins](f).nodes) != 0 {
		t.Error("a farther node is a twin")
	}
	f.run([]byte{9, 9}) // nearer: count is 2
	if f.selects("twins", "sensitivity"); len(placeOf[*twins](f).nodes) != 0 {
		t.Error("the twin stays after it was selected")
	}
}

// TestLoopHeads: before a node is worked on, the heads of the loops on its path are worked on, one for each class of
// input sizes.
func TestLoopHeads(t *testing.T) {
	program := func(m *faketarget.Machine) {
		i := int64(0)
		for m.Compare(0, int64(m.Char()), 3) && i < 40 {
			m.Compare(1, i, 50)
			i++
		}
	}
	f := newFixture(t, faketarget.New(faketarget.Integers("slt", "sgt"), program), append(make([]byte, 39), 9))
	choice := f.selects("loop heads", "sensitivity")
	if f.tree.ID(choice.selected).Location != 1 { // the path ends at the node about to be worked on, an exit of location 1
		t.Errorf("the head is location %d", f.tree.ID(choice.selected).Location)
	}
	if len(placeOf[*heads](f).nodes) != 4 { // that node has read 16 bytes, near half of 40: heads for 2, 4, 8 and 16 follow the one for 1
		t.Errorf("%d heads are left", len(placeOf[*heads](f).nodes))
	}
	f.sensitive(choice, first)
	f.selects("continued", "bitshare")
}

func TestRepresentatives(t *testing.T) {
	program := func(m *faketarget.Machine) {
		for range 5 {
			m.Compare(0, int64(m.Char()), 3)
		}
	}
	f := newFixture(t, faketarget.New(faketarget.Integers("sgt"), program), nil)
	var path []tree.Node
	for n := f.tree.Root(); n != tree.None; n = f.tree.Successor(n, false) {
		path = append(path, n)
	}
	_, bodies := loops.Detect(loops.IDs(f.tree, path))
	best := representatives(f.tree, path, bodies)
	for class, want := range []tree.Node{path[0], path[1], path[3], tree.None} { // 1, 2, 4 bytes; 3 bytes are nearer to 2
		if best[class] != want {
			t.Errorf("class %d has node %d instead of %d", class, best[class], want)
		}
	}
}

// TestOrder is Alg. 7 from its third line on.
func TestOrder(t *testing.T) {
	sorted := []rank{
		{node: 9, bits: 8, size: 5, bytes: 9, depth: 9, height: 1},
		{node: 8, bits: 16, size: 0, bytes: 9, depth: 9, height: 1},
		{node: 7, bits: 16, size: 1, bytes: 1, depth: 9, height: 1},
		{node: 6, bits: 16, size: 1, bytes: 2, depth: 3, height: 1},
		{node: 5, bits: 16, size: 1, bytes: 2, depth: 4, height: 9},
		{node: 4, bits: 16, size: 1, bytes: 2, depth: 4, height: 8},
	}
	for i := range sorted {
		for j := range sorted {
			if (sorted[i].compare(&sorted[j]) < 0) != (i < j) {
				t.Errorf("%+v < %+v is %v", sorted[i], sorted[j], (sorted[i].compare(&sorted[j]) < 0))
			}
		}
	}
}

func TestRetainKeepsTheBest(t *testing.T) {
	program := func(m *faketarget.Machine) {
		for range 8 {
			m.Compare(0, int64(m.Char()), 3)
		}
	}
	f := newFixture(t, faketarget.New(faketarget.Integers("sgt"), program), nil)
	var kept []tree.Node
	f.Retain(2, func(keep []tree.Node) { kept = keep })
	if len(kept) != 2 || f.tree.InputBytes(kept[0]) != 4 { // nodes that have read half of the maximum number of bytes are best
		t.Errorf("kept %v", kept)
	}
}

func TestCheckFindsLostTargets(t *testing.T) {
	f := newFixture(t, faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 9) }), nil)
	f.places.untouched.drop()
	if err := f.Check(Choice{Node: tree.None, selected: tree.None}); err == nil || !strings.Contains(err.Error(), "is no target") {
		t.Errorf("a lost target gives %v", err)
	}
}

// TestOpen: when all known IDs are covered, the strategy still works on open nodes.
func TestOpen(t *testing.T) {
	program := func(m *faketarget.Machine) {
		for range 2 {
			m.Compare(0, int64(m.Char()), 3)
		}
	}
	f := newFixture(t, faketarget.New(faketarget.Integers("sgt"), program), []byte{0, 9})
	f.selects("open", "sensitivity")
}

// TestChanged: a node that seemed not to depend on the input is analysed again when a run on its path changes its
// distance.
func TestChanged(t *testing.T) {
	program := func(m *faketarget.Machine) {
		cells := [4]int64{}
		cells[m.Uchar()%4] = int64(m.Uchar())
		m.Compare(0, cells[3], 77)
	}
	f := newFixture(t, faketarget.New(faketarget.Integers("eq"), program), nil)
	choice := f.selects("untouched", "sensitivity")
	f.sensitive(choice, none)
	f.run([]byte{2, 70}) // the same distance
	if next, ok := f.Select(); ok && next.Source.Name == "changed" {
		t.Errorf("selected %+v although no distance changed", next)
	}
	f.run([]byte{3, 70})
	if again := f.selects("changed", "sensitivity"); again.Node != choice.Node {
		t.Errorf("selected %+v", again)
	}
}

// TestFar: a node that is farther than all pivots of its execution ID is analysed only when nothing else is left.
func TestFar(t *testing.T) {
	program := func(m *faketarget.Machine) {
		value := int64(0)
		if m.Compare(0, int64(m.Char()), 3) {
			value = 1000 + int64(m.Char())
		}
		m.Compare(1, value, 500)
	}
	f := newFixture(t, faketarget.New(faketarget.Integers("sgt", "eq"), program), nil)
	f.sensitive(f.selects("untouched", "sensitivity"), none) // the pivot, of distance 500
	f.run([]byte{9, 100})
	n := tree.None
	for i := 0; i < 50 && n == tree.None; i++ { // in half of the calls it is not its turn
		n = placeOf[*far](f).next()
	}
	if n == tree.None || f.tree.Depth(n) != 1 || f.tree.Distance(n).Float() != 600 {
		t.Errorf("the far node is %d", n)
	}
}

// TestUnfinishedGoesOnLater: a minimization whose share is used up stays open and waits while other nodes are worked on. It then goes
// on, counting the inputs that it has used, and ends with the last share.
func TestUnfinishedGoesOnLater(t *testing.T) {
	f := newFixture(t, faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) { x := int64(m.Int()); m.Compare(0, x*x, 2) }),
		nil)
	ctx := &analysis.Context{Tree: f.tree, Random: f.random, Iteration: func() uint32 { return f.number }}
	ctx.Execute = func([][]byte, *execution.Goal, func(int, *execution.Run)) error { return nil } // no run passes the node
	f.sensitive(f.selects("untouched", "sensitivity"), first)
	f.Finish(f.selects("sensitive", "bitshare"), false, 2)
	f.tree.Finish(f.tree.Root(), tree.BitsDone|tree.ConstantsDone)
	for share := 1; share <= 8; share++ {
		choice, ok := f.Select()
		if want := []string{"sensitive", "begun", "left begun"}; !ok || choice.Analysis.Name != "typed" ||
			!slices.Contains(want, choice.Source.Name) {
			t.Fatalf("share %d: selected %+v", share, choice)
		}
		ctx.Start(choice.Node)
		if err := f.Run(choice, ctx); !errors.Is(err, analysis.ErrExhausted) || ctx.Used() != 100*share {
			t.Fatalf("share %d: %d inputs, %v", share, ctx.Used(), err)
		}
		f.Finish(choice, false, 3)
		if f.tree.Open(choice.Node) != (share < 8) || (len(f.places.recovered.failed) == 0) != (share < 8) {
			t.Errorf("share %d: open %v, %d failed", share, f.tree.Open(choice.Node), len(f.places.recovered.failed))
		}
		f.check(Choice{Node: tree.None, selected: tree.None})
	}
}

// TestTail: after a run that covers something, the open nodes at its end come next, the deepest first, whether or not their IDs are
// covered. After a run that covers nothing they do not.
func TestTail(t *testing.T) {
	program := func(m *faketarget.Machine) {
		state := int64(0)
		for m.Compare(0, int64(m.Char()), 0) {
			if m.Compare(1, state, 1) {
				return
			}
			state++
		}
	}
	f := newFixture(t, faketarget.New(faketarget.Integers("ne", "eq"), program), []byte{0})
	f.run([]byte{5, 0}) // covers both directions of location 0
	if n := placeOf[*tail](f).next(); n == tree.None || f.tree.Depth(n) != 2 || f.tree.ID(n).Location != 0 || !f.tree.Covered(n) {
		t.Errorf("the end of the run is node %d", n)
	}
	if n := placeOf[*tail](f).next(); n == tree.None || f.tree.Depth(n) != 1 {
		t.Errorf("then comes node %d", n)
	}
	for placeOf[*tail](f).next() != tree.None {
	}
	f.run([]byte{6, 0, 1}) // a known path
	if n := placeOf[*tail](f).next(); n != tree.None {
		t.Errorf("node %d of a run that covers nothing", n)
	}
}

// TestSuccess: a source that is asked every nth time is asked more often when it wins more than the rest, and less
// often when it wins less. An analysis of the same rank overtakes an earlier one in the table. With Fixed nothing
// changes.
func TestSuccess(t *testing.T) {
	var all Success
	count := func(s *Source, fixed bool) (due int) {
		for range 1600 {
			if s.due(&all, fixed) {
				due++
			}
		}
		return due
	}
	all.Win(9)
	all.Spend(10 * successUnit)
	better, worse := Source{every: 16}, Source{every: 16}
	better.success.Win(50)
	better.success.Spend(successUnit)
	worse.success.Spend(20 * successUnit)
	if fixed, more, less := count(&better, true), count(&better, false), count(&worse, false); fixed != 100 || more != 400 || less != 25 {
		t.Errorf("due %d times as it stands in the table, %d with more success, %d with less", fixed, more, less)
	}

	f := newFixture(t, faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) { m.Compare(0, int64(m.Int()), 77) }), nil)
	n := f.tree.Root()
	f.tree.SetSensitive([]tree.Node{n}, [][]uint32{{0, 1, 2, 3}})
	named := func(name string) *Analysis {
		return &f.analyses[slices.IndexFunc(f.analyses, func(a Analysis) bool { return a.Name == name })]
	}
	expect := func(when, name string) {
		t.Helper()
		if a := f.analysisFor(n, ""); a.Name != name {
			t.Errorf("%s: %s comes first instead of %s", when, a.Name, name)
		}
	}
	expect("before anything is known", "lattice")
	named("typed").success.Win(50)
	expect("with success of another rank", "lattice")
	named("ranges").success.Win(5)
	expect("with success of the same rank", "ranges")
	f.fixed = true
	expect("in the fixed order", "lattice")
	f.fixed, f.begun[n] = false, 100
	expect("with a minimization that was begun", "typed")
	delete(f.begun, n)
	f.tree.Finish(n, tree.LatticeDone|tree.RangesDone|tree.FloatsDone|tree.BitshareDone)
	named("bits").success.Spend(100 * successUnit)
	expect("bits won nothing", "constants")
	f.tree.Finish(n, tree.ConstantsDone)
	expect("typed won much, but would close the node", "bits")
}

// TestParts: each of several strategies prefers the targets of its own part, and every target belongs to one part.
func TestParts(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq"), func(m *faketarget.Machine) {
		for i := range uint32(8) {
			m.Compare(i, int64(m.Char()), 7)
		}
	})
	own := map[tree.Node]int{}
	for part := range 2 {
		f := newFixture(t, target)
		var err error
		config := Config{Shares: Part{part, 2}}
		if f.Strategy, err = New(tree.New(target.Table(), tree.Config{}), draw.New(1, 1), config); err != nil {
			t.Fatal(err)
		}
		f.run(nil)
		f.tree.Walk(func(n tree.Node) {
			if f.class(n) == 0 {
				own[n]++
			}
		})
	}
	for n, parts := range own {
		if parts != 1 {
			t.Errorf("node %d is of %d parts", n, parts)
		}
	}
	if len(own) != 8 {
		t.Errorf("%d of 8 nodes are of a part", len(own))
	}
}

// TestDoubted: nodes whose missing direction was proved out of reach on some paths come last, and now and then; deeper ones are not
// doubted, and all come back when an input may take the direction.
func TestDoubted(t *testing.T) {
	program := func(m *faketarget.Machine) {
		first := m.Int()
		m.Compare(0, int64(first), 9)
		for range 4 {
			m.Compare(1, int64(m.Int()), 8)
		}
	}
	target := faketarget.New(faketarget.Integers("eq", "eq"), program)
	inOrder := func(prepare func(*fixture)) (order []int) {
		f := newFixture(t, target, nil)
		prepare(f)
		for choice, ok := f.Select(); ok && len(order) < 5; choice, ok = f.Select() {
			f.check(choice)
			order = append(order, f.tree.Depth(choice.selected))
			f.tree.Finish(choice.Node, tree.OutOfReach) // so that it is not selected again
			f.places.continued.node = tree.None
		}
		return order
	}
	doubt := func(f *fixture, depth int) {
		for range minProofs {
			f.Doubt(1, true, depth)
		}
	}
	for name, test := range map[string]struct {
		prepare func(*fixture)
		want    []int
	}{
		"nothing is doubted":   {func(*fixture) {}, []int{0, 1, 2, 3, 4}},
		"too few proofs":       {func(f *fixture) { f.Doubt(1, true, 4); f.Doubt(1, true, 4) }, []int{0, 1, 2, 3, 4}},
		"another direction":    {func(f *fixture) { doubt(f, 4); f.Doubt(1, false, 4) }, []int{0, 1, 2, 3, 4}},
		"all of the location":  {func(f *fixture) { doubt(f, 4) }, []int{0, 1, 2, 3, 4}},
		"the first ones":       {func(f *fixture) { doubt(f, 2) }, []int{0, 3, 4, 1, 2}},
		"the condition before": {func(f *fixture) { f.Doubt(0, true, 0); f.Doubt(0, true, 0); f.Doubt(0, true, 0) }, []int{1, 2, 3, 4, 0}},
		"trusted again":        {func(f *fixture) { doubt(f, 2); f.Trust(1, true) }, []int{0, 1, 2, 3, 4}},
		"the source is off":    {func(f *fixture) { doubt(f, 2); f.places.doubted.off = true }, []int{0, 1, 2, 3, 4}},
	} {
		got := inOrder(test.prepare)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: depths %v instead of %v", name, got, test.want)
		}
	}
	f := newFixture(t, target, nil)
	doubt(f, 4)
	source := &f.table[slices.IndexFunc(f.table, func(s Source) bool { return s.Name == "fresh" })]
	if n := f.nodeOf(source); f.tree.Depth(n) != 0 || f.nodeOf(source) != tree.None || len(f.places.doubted.nodes) != 4 {
		t.Fatalf("node %d, %d nodes set aside", n, len(f.places.doubted.nodes))
	}
	f.Trust(1, true)
	if n := f.nodeOf(source); f.tree.Depth(n) != 1 || len(f.places.doubted.nodes) != 0 {
		t.Errorf("node %d comes back, %d nodes are left", n, len(f.places.doubted.nodes))
	}
}

// moving are shares that move to another strategy.
type moving struct {
	Part
	moves uint64
}

func (m *moving) Own(target uint32) bool { return (m.moves%2 == 1) != m.Part.Own(target) }

func (m *moving) Changes() uint64 { return m.moves }

// TestSharesMove: when the shares change, nodes that are queued already get their new place.
func TestSharesMove(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq"), func(m *faketarget.Machine) {
		for i := range uint32(8) {
			m.Compare(i, int64(m.Char()), 7)
		}
	})
	f := newFixture(t, target)
	shares := &moving{Part: Part{0, 2}}
	var err error
	if f.Strategy, err = New(tree.New(target.Table(), tree.Config{}), draw.New(1, 1), Config{Shares: shares}); err != nil {
		t.Fatal(err)
	}
	f.run(nil)
	own := map[bool]int{}
	for range 4 {
		n := f.places.untouched.peek()
		if n == tree.None || !shares.Own(targetOf(f.tree.ID(n))) {
			t.Fatalf("after %d moves node %d of another strategy comes first", shares.moves, n)
		}
		own[shares.Part.Own(targetOf(f.tree.ID(n)))]++
		shares.moves++
	}
	if own[true] != 2 || own[false] != 2 {
		t.Errorf("nodes of the parts come first %v", own)
	}
}

// TestInterrupted: when the time is over, the strategy does not work through all nodes of a long run: it loses most of them.
func TestInterrupted(t *testing.T) {
	for _, interrupted := range []bool{false, true} {
		f := newFixture(t, faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
			for c := int64(m.Char()); ; c++ {
				m.Compare(0, c, -1)
			}
		}))
		f.alarm.Interrupted = func() bool { return interrupted }
		runs, err := f.target.Execute(context.Background(),
			&execution.Batch{Inputs: [][]byte{{1}}, Limits: execution.Limits{Conditions: 1 << 12, Depth: 64, InputBytes: 8, ContextDepth: 8}})
		if err != nil {
			t.Fatal(err)
		}
		insertion, err := f.tree.Insert(&runs[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		f.Observe(insertion, runs[0].Bytes)
		if err := f.Check(Choice{Node: tree.None, selected: tree.None}); (err != nil) != interrupted {
			t.Errorf("interrupted %v: %v", interrupted, err)
		}
	}
}
