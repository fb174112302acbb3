package engine

import (
	"context"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// longProgram has a loop of some thousand conditions between its inputs and what they decide, on a path that depends on them.
func longProgram(m *faketarget.Machine) {
	a, b := int64(m.Int()), int64(m.Int())
	for i := int64(0); m.Compare(0, i, 1500); i++ {
		m.Call(uint32(i%3), func() { m.Compare(1, (a^i)&7, 3) })
	}
	if m.Compare(2, a, 77777) {
		for i := int64(0); m.Compare(3, i, 900); i++ {
			m.Compare(4, b&i&1, 1)
		}
		if m.Compare(5, b, -5) {
			m.Compare(6, int64(m.Int()), 123456789)
		}
	}
	m.Compare(7, a, b)
}

func longTarget() *faketarget.Target {
	return faketarget.New(faketarget.Integers("slt", "eq", "eq", "slt", "eq", "eq", "eq", "slt"), longProgram)
}

// TestCut: cut runs cover everything that whole runs cover, with fewer nodes.
func TestCut(t *testing.T) {
	nodes := map[bool]int{}
	for _, whole := range []bool{false, true} {
		var without []string
		if whole {
			without = []string{PartCut}
		}
		e := newEngine(t, longTarget(), Config{Seed: 1, Budget: Executions(4000), Without: without})
		summary := enginetest.MustRun(t, e)
		if !e.tree.AllCovered() {
			t.Errorf("whole %v: %s", whole, describe(summary))
		}
		if (summary.Cut > 0) == whole || summary.Repeated > summary.Cut/2 {
			t.Errorf("whole %v: %d runs were cut, %d repeated", whole, summary.Cut, summary.Repeated)
		}
		nodes[whole] = summary.Tree.Nodes
	}
	if nodes[false] >= nodes[true] {
		t.Errorf("%d nodes, %d when all runs are recorded whole", nodes[false], nodes[true])
	}
}

// TestCutChecked: the same, with the tree's invariants checked after each run.
func TestCutChecked(t *testing.T) {
	enginetest.MustRun(t, newEngine(t, longTarget(), Config{Seed: 2, Budget: Executions(300), Check: true}))
}

// TestCutEdge: a later run adds the nodes behind the end of a cut run.
func TestCutEdge(t *testing.T) {
	e := newEngine(t, longTarget(), Config{Seed: 1, Budget: Executions(1)})
	enginetest.MustRun(t, e)
	e.config.Budget = Unlimited{}
	if err := e.run(context.Background(), [][]byte{{2, 0, 0, 0, 1, 0, 0, 0}}); err != nil {
		t.Fatal(err)
	}
	cut := e.tree.Summary().Nodes
	if e.summary().Cut != 1 || e.corpus.Cut.Len() != 1 {
		t.Fatalf("%d runs were cut, %d kept", e.summary().Cut, e.corpus.Cut.Len())
	}
	if _, err := (whole{e}).run(context.Background(), &stage{step: step{name: "limits"}}); err != nil {
		t.Fatal(err)
	}
	if grown := e.tree.Summary().Nodes - cut; grown < 2000 {
		t.Errorf("%d nodes were added", grown)
	}
	if err := e.tree.Check(); err != nil {
		t.Error(err)
	}
}

// TestFollow: the hashes of a path are those before every ChunkConditions conditions.
func TestFollow(t *testing.T) {
	e := newEngine(t, longTarget(), Config{Seed: 1, Budget: Executions(1)})
	enginetest.MustRun(t, e)
	e.tree.Walk(func(n tree.Node) {
		hashes := e.tree.Follow(n, nil)
		if len(hashes) != e.tree.Depth(n)/layout.ChunkConditions+1 {
			t.Fatalf("%d hashes for depth %d", len(hashes), e.tree.Depth(n))
		}
		for m := n; m != tree.None; m = e.tree.Parent(m) {
			if d := e.tree.Depth(m); d%layout.ChunkConditions == 0 && hashes[d/layout.ChunkConditions] != e.tree.Path(m) {
				t.Fatalf("hash %d of node %d is not that of its path", d/layout.ChunkConditions, n)
			}
		}
	})
}
