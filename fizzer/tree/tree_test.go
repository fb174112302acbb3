package tree

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

var limits = execution.Limits{Conditions: 64, Depth: 8, InputBytes: 64, ContextDepth: 8}

// maze is a program with loops, contexts, crashes and limits whose conditions depend on all of its input.
func maze(m *faketarget.Machine) {
	state := int64(1)
	for i := int64(0); m.Compare(0, i, 6); i++ {
		c := int64(m.Char())
		m.Call(uint32(i&1), func() {
			if m.Compare(1, c+state, 10) {
				state += c
			}
		})
		if m.Compare(2, state, 50) {
			m.Crash()
		}
		if c > 120 {
			m.End(layout.EndingLimitSteps, 0)
		}
	}
	m.Compare(3, state, 77)
}

var mazeLocations = faketarget.Integers("slt", "sgt", "eq", "eq")

func run(t testing.TB, target *faketarget.Target, input []byte) *execution.Run {
	t.Helper()
	runs, err := target.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{input}, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	r := runs[0]
	return &r
}

func insert(t testing.TB, tree *Tree, r *execution.Run, iteration int) *Insertion {
	t.Helper()
	insertion, err := tree.Insert(r, uint32(iteration))
	if err != nil {
		t.Fatal(err)
	}
	return insertion
}

func anyNode(tree *Tree, random *draw.Source) Node {
	var all []Node
	tree.Walk(func(n Node) { all = append(all, n) })
	return all[random.IntN(len(all))]
}

func randomInput(random *draw.Source) []byte {
	input := make([]byte, 6)
	for i := range input {
		input[i] = byte(random.IntN(61) - 30)
	}
	return input
}

// TestRandomTraces compares the tree with all inserted traces, after every insertion.
func TestRandomTraces(t *testing.T) {
	random := draw.New(1, 2)
	target := faketarget.New(mazeLocations, maze)
	tree := New(target.Table(), Config{Paths: 4}) // most paths are forgotten and walked again
	var runs []*execution.Run
	for i := 1; i <= 400; i++ {
		r := run(t, target, randomInput(random))
		runs = append(runs, r)
		insert(t, tree, r, i)
		if i%7 == 0 { // analyses end at random nodes
			n := anyNode(tree, random)
			tree.SetSensitive(tree.PathTo(n, nil), [][]uint32{nil, {0}})
			tree.Finish(n, BitshareDone|MinimizationDone)
		}
		if err := tree.Check(); err != nil {
			t.Fatalf("after %d runs: %v", i, err)
		}
		compareWithTraces(t, tree, runs)
	}
	if s := tree.Summary(); s.Nodes < 100 || s.CoveredDirections < 6 || s.Strange != 0 {
		t.Errorf("the traces are too alike for this test: %+v", s)
	}
}

func compareWithTraces(t *testing.T, tree *Tree, runs []*execution.Run) {
	t.Helper()
	covered := map[Coverage]bool{}
	best := map[Node]float64{}
	for _, r := range runs {
		sum, n := 0.0, tree.Root()
		for i, c := range r.Conditions.All() {
			covered[Coverage{trace.ID{Location: execution.Location(&c), Context: c.Context}, execution.Direction(&c), false}] = true
			f := tree.decoder.Distance(r, i).Magnitude()
			sum += f * f
			if w, ok := best[n]; !ok || sum < w {
				best[n] = sum
			}
			n = tree.Successor(n, execution.Direction(&c))
		}
	}
	if tree.Summary().CoveredIDs != len(covered) {
		t.Fatalf("%d directions are covered instead of %d", tree.Summary().CoveredIDs, len(covered))
	}
	if len(best) != tree.Summary().Nodes {
		t.Fatalf("%d nodes instead of %d", tree.Summary().Nodes, len(best))
	}
	for n, w := range best {
		if tree.Covered(n) {
			continue
		}
		if got := tree.bests.at(tree.bestOf(n)).w; got != w {
			t.Fatalf("node %d has w %v instead of %v", n, got, w)
		}
	}
}

func TestLabelsGrow(t *testing.T) {
	ending, further := layout.EndingCrashed, false
	target := faketarget.New(faketarget.Integers("slt", "slt"), func(m *faketarget.Machine) {
		m.Compare(0, int64(m.Char()), 0)
		if further {
			m.Compare(1, 0, 0)
		}
		m.End(ending, 0)
	})
	tree := New(target.Table(), Config{})
	for i, step := range []struct {
		ending  layout.Ending
		further bool
		want    Label
	}{
		{layout.EndingTimeout, false, EndExceptional}, {layout.EndingNormal, false, EndNormal}, {layout.EndingCrashed, false, EndNormal},
		{layout.EndingCrashed, true, Visited}, {layout.EndingNormal, false, Visited},
	} {
		ending, further = step.ending, step.further
		insert(t, tree, run(t, target, []byte{1}), i+1)
		if got := tree.Label(tree.Root(), false); got != step.want {
			t.Errorf("step %d: label %d instead of %d", i, got, step.want)
		}
		if err := tree.Check(); err != nil {
			t.Error(err)
		}
	}
	if direction, missing := tree.Missing(tree.Root()); !direction || !missing {
		t.Error("the missing direction of the root is not true")
	}
}

// signs is a program that reads two characters and asks whether they are negative.
func signs() *faketarget.Target {
	return faketarget.New(faketarget.Integers("slt", "slt"), func(m *faketarget.Machine) {
		x, y := int64(m.Char()), int64(m.Char())
		m.Compare(0, x, 0)
		m.Compare(1, y, 0)
	})
}

func TestKnownPathImprovesUncoveredNodesOnly(t *testing.T) {
	target := signs()
	tree := New(target.Table(), Config{})
	insert(t, tree, run(t, target, []byte{50, 50}), 1)
	insert(t, tree, run(t, target, []byte{0xff, 50}), 2) // covers location 0
	insertion := insert(t, tree, run(t, target, []byte{20, 30}), 3)
	if !insertion.Known {
		t.Fatal("the path is not known")
	}
	root := tree.Root()
	below := tree.Successor(root, false)
	if tree.Improved(below) != 3 || !slices.Equal(tree.Input(below).Bytes, []byte{20, 30}) ||
		tree.bests.at(tree.bestOf(below)).w != 20*20+30*30 {
		t.Errorf("the node of the uncovered ID has input %v and w %v", tree.Input(below).Bytes, tree.bests.at(tree.bestOf(below)).w)
	}
	if got := insert(t, tree, run(t, target, []byte{60, 60}), 4); !got.Known || tree.Improved(below) != 3 {
		t.Error("a worse input replaced the best")
	}
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
	if allocations := testing.AllocsPerRun(100, func() { insert(t, tree, run(t, target, []byte{60, 60}), 5) }); allocations > 12 {
		t.Errorf("%v allocations, more than those of the fake target", allocations)
	}
}

// TestInsertNew: a run on a known path improves nothing; a new path grows the tree as with Insert.
func TestInsertNew(t *testing.T) {
	target := signs()
	tree := New(target.Table(), Config{})
	insertNew := func(iteration uint32, input ...byte) *Insertion {
		made := run(t, target, input)
		insertion, err := tree.InsertNew(made, iteration)
		if err != nil {
			t.Fatal(err)
		}
		return insertion
	}
	insert(t, tree, run(t, target, []byte{50, 50}), 1)
	below := tree.Successor(tree.Root(), false)
	if insertion := insertNew(2, 20, 30); !insertion.Known || tree.Improved(below) != 1 {
		t.Errorf("known %v, improved in iteration %d", insertion.Known, tree.Improved(below))
	}
	if insertion := insertNew(3, 50, 0xff); insertion.Known || len(insertion.Covered) != 1 || insertion.Turned != below {
		t.Errorf("a new path: %+v", insertion)
	}
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
}

func TestExactDistanceDecidesWhereDoublesAgree(t *testing.T) {
	conditions := faketarget.Integers("eq")
	conditions[0].Bits = 64
	target := faketarget.New(conditions, func(m *faketarget.Machine) { m.Compare(0, m.Long(), math.MaxInt64) })
	tree := New(target.Table(), Config{})
	insert(t, tree, run(t, target, []byte{1}), 1)
	insert(t, tree, run(t, target, []byte{2}), 2)
	if got := tree.Input(tree.Root()).Bytes[0]; got != 2 {
		t.Errorf("the best input is %d", got)
	}
}

func TestClosed(t *testing.T) {
	target := faketarget.New(mazeLocations, maze)
	tree := New(target.Table(), Config{})
	r := run(t, target, []byte{1, 2, 3, 4, 5, 6})
	insert(t, tree, r, 1)
	leaf := tree.Root()
	for i := range r.Conditions.Len() - 1 {
		leaf = tree.Successor(leaf, r.Conditions.Direction(i))
	}
	path := tree.PathTo(leaf, nil)
	if tree.Closed(tree.Root()) {
		t.Fatal("a fresh tree is closed")
	}
	tree.SetSensitive(path, nil) // no bit is sensitive anywhere: all nodes are IID
	if !tree.Closed(tree.Root()) {
		t.Fatal("the root of a tree of IID nodes is open")
	}
	tree.Reopen(leaf)
	if tree.Closed(tree.Root()) || !tree.Open(leaf) {
		t.Fatal("a reopened leaf leaves the root closed")
	}
	tree.SetSensitive(path, nil)
	insert(t, tree, run(t, target, []byte{1, 2, 30, 4, 5, 6}), 4) // another path opens it again
	if tree.Closed(tree.Root()) {
		t.Fatal("new nodes leave the root closed")
	}
	if err := tree.Check(); err != nil {
		t.Error(err)
	}
}

func TestPruneKeepsCoverageAndGrowsAgainForNews(t *testing.T) {
	random := draw.New(5, 6)
	target := faketarget.New(mazeLocations, maze)
	tree := New(target.Table(), Config{Bytes: minBytes})
	for i := 1; i <= 500; i++ {
		insert(t, tree, run(t, target, randomInput(random)), i)
		if tree.Full() {
			before := tree.Summary()
			keep := Node(0)
			for !tree.Alive(keep) {
				keep++
			}
			tree.Prune([]Node{keep})
			after := tree.Summary()
			if after.CoveredIDs != before.CoveredIDs || after.Nodes >= before.Nodes || !tree.Alive(keep) || !tree.Alive(tree.Root()) {
				t.Fatalf("pruned from %+v to %+v", before, after)
			}
		}
		if s := tree.Summary(); s.Nodes > blockNodes*int(tree.blocks.limit) {
			t.Fatalf("%d nodes", s.Nodes)
		}
		if err := tree.Check(); err != nil {
			t.Fatal(err)
		}
	}
	tree.Prune(nil)
	size := tree.Summary().Nodes
	insertion := insert(t, tree, run(t, target, []byte{76}), 1000) // state is 77 at the end: never seen
	if len(insertion.Covered) == 0 && tree.Summary().Nodes > size {
		t.Errorf("%d nodes grew for nothing new, %d before", tree.Summary().Nodes, size)
	}
}

func TestNondeterminismIsCounted(t *testing.T) {
	location := uint32(0)
	target := faketarget.New(faketarget.Integers("slt", "slt"), func(m *faketarget.Machine) { m.Compare(location, 1, 0) })
	tree := New(target.Table(), Config{})
	insert(t, tree, run(t, target, nil), 1)
	location = 1
	insert(t, tree, run(t, target, nil), 2)
	if s := tree.Summary(); s.Strange != 1 || s.CoveredDirections != 2 {
		t.Errorf("%+v", s)
	}
}

// last returns the last block of the chain that begins at the root.
func last(tree *Tree) *block {
	b, _ := tree.of(tree.Root())
	for b.next != none {
		b = tree.blocks.at(b.next)
	}
	return b
}

// TestCheckFindsCorruption breaks each invariant by hand; Check must find it.
func TestCheckFindsCorruption(t *testing.T) {
	tests := []struct {
		message string
		spoil   func(tree *Tree, root *block)
	}{
		{"whose parent is", func(tree *Tree, b *block) { tree.blocks.at(b.child).parent = None }},
		{"while the root is", func(tree *Tree, b *block) { tree.root = first(b.next) }},
		{"depth", func(tree *Tree, b *block) { tree.blocks.at(b.next).depth++ }},
		{"depth", func(tree *Tree, b *block) { tree.blocks.at(b.child).bytes = 0 }},
		{"found by its path", func(tree *Tree, b *block) { b.path++ }},
		{"its path is not that", func(tree *Tree, b *block) { tree.blocks.at(b.child).path++ }},
		{"nodes from depth", func(tree *Tree, b *block) { b.count++ }},
		{"no run took", func(tree *Tree, b *block) { last(tree).end = NotVisited }},
		{"has label", func(tree *Tree, b *block) { last(tree).end = Visited }},
		{"has label", func(tree *Tree, b *block) { b.side[0], b.side[1] = 0xffff, 0xffff }},
		{"height", func(tree *Tree, b *block) { b.height++ }},
		{"closed", func(tree *Tree, b *block) { b.closed ^= 2 }},
		{"references", func(tree *Tree, b *block) { tree.inputs.refer(b.input) }},
		{"no input", func(tree *Tree, b *block) { b.input = none }},
		{"its input has", func(tree *Tree, b *block) { tree.inputs.heads.at(b.input).bytes = 0 }},
		{"cells of inputs", func(tree *Tree, b *block) { tree.inputs.cells.take() }},
		{"sum of squares", func(tree *Tree, b *block) { tree.bests.at(b.best).w = -1 }},
		{"greater than the block's", func(tree *Tree, b *block) { b.maxW = -1 }},
		{"have a best", func(tree *Tree, b *block) { b.watched ^= 1 << tree.bests.at(b.best).place }},
		{"the best of node", func(tree *Tree, b *block) { tree.bests.at(tree.bests.at(b.best).next).place = 0 }},
		{"best is not kept", func(tree *Tree, b *block) { tree.bests.forget(b, &b.best) }},
		{"bytes were read", func(tree *Tree, b *block) { b.read[b.count-1] = 0 }},
		{"sensitive bytes", func(tree *Tree, b *block) { tree.facts.pageOf(b).sets[3] = tree.facts.sets.intern([]uint32{99}) }},
		{"is noted as", func(tree *Tree, b *block) {
			tree.ids[last(tree).id(uint(last(tree).count-1))].covered = [2]bool{true, true}
		}},
		{"coverage of location", func(tree *Tree, b *block) { tree.covered[tree.ID(tree.root).Location] = [2]bool{} }},
		{"directions are covered", func(tree *Tree, b *block) { tree.counts[0]++ }},
		{"nodes were found", func(tree *Tree, b *block) { tree.nodes++ }},
		{"pages were found", func(tree *Tree, b *block) { tree.facts.pages.take() }},
		{"bests were found", func(tree *Tree, b *block) { tree.bests.take() }},
		{"in the index", func(tree *Tree, b *block) { tree.index.used++ }},
	}
	for _, test := range tests {
		target := faketarget.New(mazeLocations, maze)
		tree := New(target.Table(), Config{})
		insert(t, tree, run(t, target, []byte{1, 2, 3}), 1)
		insert(t, tree, run(t, target, []byte{1, 10, 3}), 2)
		if err := tree.Check(); err != nil {
			t.Fatal(err)
		}
		root, _ := tree.of(tree.Root())
		test.spoil(tree, root)
		if err := tree.Check(); err == nil || !strings.Contains(err.Error(), test.message) {
			t.Errorf("spoiled for %q: %v", test.message, err)
		}
	}
}

func TestSizeClass(t *testing.T) {
	for bytes, want := range map[float64]int{0: 0, 1: 0, 1.5: 0, 2: 1, 3: 1, 4: 2, 6: 2, 6.5: 3, 1000: 10, 1e6: 10} {
		if got := SizeClass(bytes); got != want {
			t.Errorf("%v bytes are of class %d instead of %d", bytes, got, want)
		}
	}
}

// TestNoAllocations: a run on a known path allocates nothing, and neither does a run on a forgotten path, whose conditions are looked
// at again.
func TestNoAllocations(t *testing.T) {
	target := faketarget.New(mazeLocations, maze)
	for _, paths := range []int{1 << 10, 1} {
		tree := New(target.Table(), Config{Paths: paths})
		runs := []*execution.Run{run(t, target, []byte{1, 2, 3, 4, 5, 6}), run(t, target, []byte{1, 20, 3, 4, 5, 6})}
		iteration := 0
		both := func() {
			for _, r := range runs {
				iteration++
				insert(t, tree, r, iteration)
			}
		}
		both()
		if allocations := testing.AllocsPerRun(100, both); allocations != 0 {
			t.Errorf("%d paths remembered: %v allocations", paths, allocations)
		}
		if known := insert(t, tree, runs[0], 1000).Known; known != (paths > 1) {
			t.Errorf("%d paths remembered: known is %v", paths, known)
		}
	}
}

// TestLongTraces compares nodes with traces of many blocks: depth, path, height, bytes, ID, parent and input.
func TestLongTraces(t *testing.T) {
	random := draw.New(7, 8)
	target := faketarget.New(faketarget.Integers("slt", "sgt"), func(m *faketarget.Machine) {
		for i := int64(0); m.Compare(0, i, 200); i++ {
			if i%7 == 0 && m.Compare(1, int64(m.Char()), 100) {
				m.Read(layout.InputTypeString, 300) // more than the bytes that nodes of one block can span
			}
			if i > 150 && m.Compare(1, int64(m.Char()), 105) {
				return
			}
		}
	})
	long := execution.Limits{Conditions: 1 << 10, Depth: 8, InputBytes: 1 << 12, ContextDepth: 8}
	tree := New(target.Table(), Config{Paths: 4})
	var runs []execution.Run
	longest := map[Node]int{}
	for i := 1; i <= 60; i++ {
		input := make([]byte, 2000)
		for k := range input {
			input[k] = byte(random.IntN(110))
		}
		made, err := target.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{input}, Limits: long})
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, made[0])
		insert(t, tree, &made[0], i)
		if err := tree.Check(); err != nil {
			t.Fatal(err)
		}
	}
	for i := range runs {
		for n, k := tree.Root(), 0; k < runs[i].Conditions.Len(); k++ {
			longest[n] = max(longest[n], runs[i].Conditions.Len())
			n = tree.Successor(n, runs[i].Conditions.Direction(k))
		}
	}
	for i := range runs {
		compareNodes(t, tree, &runs[i], longest)
	}
	if s := tree.Summary(); s.Nodes < 1000 {
		t.Errorf("%d nodes are too few for this test", s.Nodes)
	}
}

// TestNovel: what a long run covers anew is seen wherever it stands, and only a part of the run is copied at a time.
func TestNovel(t *testing.T) {
	const rounds = maxCopies
	equal := -1 // the round in which location 1 is true
	target := faketarget.New(faketarget.Integers("slt", "eq"), func(m *faketarget.Machine) {
		for i := int64(0); m.Compare(0, i, rounds); i++ {
			m.Compare(1, int64(equal), i)
		}
	})
	long := execution.Limits{Conditions: 1 << 20, Depth: 8, InputBytes: 64, ContextDepth: 8}
	execute := func() *execution.Run {
		made, err := target.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{nil}, Limits: long})
		if err != nil {
			t.Fatal(err)
		}
		return &made[0]
	}
	tree := New(target.Table(), Config{})
	check := func(want bool) {
		if novel, err := tree.Novel(execute()); novel != want || err != nil {
			t.Errorf("true in round %d: new is %v, %v", equal, novel, err)
		}
	}
	check(true)
	if room := cap(tree.records); room > rounds {
		t.Errorf("%d conditions were copied at once", room)
	}
	insert(t, tree, execute(), 1)
	if room := cap(tree.records); room > maxCopies {
		t.Errorf("copies of %d conditions stay", room)
	}
	check(false)
	for _, equal = range []int{0, 8191, 8192, rounds - 1} {
		check(true)
	}
	garbled := execute()
	garbled.Path++
	if _, err := tree.Novel(garbled); err == nil {
		t.Error("a run that cannot be true is no error")
	}
}

func compareNodes(t *testing.T, tree *Tree, r *execution.Run, longest map[Node]int) {
	t.Helper()
	for n, k, parent := tree.Root(), 0, None; k < r.Conditions.Len(); k++ {
		c := r.Conditions.At(k)
		id := trace.ID{Location: execution.Location(&c), Context: c.Context}
		if tree.ID(n) != id || tree.Depth(n) != k || tree.Path(n) != c.Path || tree.InputBytes(n) != int(c.InputBytes) ||
			tree.Parent(n) != parent {
			t.Fatalf("node %d at depth %d differs from condition %d: %+v", n, tree.Depth(n), k, c)
		}
		if tree.Height(n) != longest[n] {
			t.Fatalf("node %d has height %d instead of %d", n, tree.Height(n), longest[n])
		}
		if input := tree.Input(n); !bytes.Equal(input.Bytes[:c.InputBytes], r.Bytes[:c.InputBytes]) && len(input.Bytes) < int(c.InputBytes) {
			t.Fatalf("the input of node %d has %d bytes", n, len(input.Bytes))
		}
		n, parent = tree.Successor(n, execution.Direction(&c)), n
	}
}

// TestInputs: an input comes back as it was stored, and released memory is reused.
func TestInputs(t *testing.T) {
	s := inputs{}
	s.heads.limit, s.cells.limit = 4, 8
	read := func(bytes int, types ...layout.InputType) *execution.Run {
		r := &execution.Run{Bytes: make([]byte, bytes)}
		for i := range r.Bytes {
			r.Bytes[i] = byte(i)
		}
		for i, kind := range types {
			size := bytes / len(types)
			r.Reads = append(r.Reads, layout.Read{Offset: uint32(i * size), Type: uint16(kind), Size: uint16(size)})
		}
		return r
	}
	runs := []*execution.Run{read(0), read(8, layout.InputTypeSint32, layout.InputTypeUint32), read(200, layout.InputTypeString),
		read(4, 1, 1, 1, 1)}
	for i, r := range runs {
		if got := s.add(r); int(got) != i {
			t.Fatalf("input %d is stored as %d", i, got)
		}
	}
	for i, r := range runs {
		if got := s.load(int32(i)); !bytes.Equal(got.Bytes, r.Bytes) || !slices.Equal(got.Reads, r.Reads) {
			t.Errorf("input %d comes back as %+v", i, got)
		}
	}
	if s.add(runs[0]) != none {
		t.Error("an input found place beyond the bound")
	}
	s.refer(2)
	s.release(2)
	if s.cells.used() != 2 || s.add(read(100, layout.InputTypeString)) != 2 {
		t.Errorf("%d cells are used after the release", s.cells.used())
	}
}

// BenchmarkInsertNew inserts traces of 41 conditions that leave known paths near their end.
func BenchmarkInsertNew(b *testing.B) {
	random := draw.New(1, 1)
	target := faketarget.New(mazeLocations, maze)
	runs := make([]*execution.Run, 4096)
	for i := range runs {
		input := make([]byte, 6)
		for k := range input {
			input[k] = byte(random.IntN(50))
		}
		runs[i] = run(b, target, input)
	}
	tree := New(target.Table(), Config{Paths: 1})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		insert(b, tree, runs[i%len(runs)], i)
	}
	b.ReportMetric(float64(runs[0].Conditions.Len()), "conditions")
}

func BenchmarkInsertKnown(b *testing.B) {
	target := faketarget.New(mazeLocations, maze)
	r := run(b, target, []byte{1, 2, 3, 4, 5, 6})
	tree := New(target.Table(), Config{})
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		insert(b, tree, r, i)
	}
}
