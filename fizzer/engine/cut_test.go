package engine

import (
	"context"
	"testing"

	"fizzer/fizzer/engine/breed"
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

// TestSpare: while nothing is covered for long, most cut runs that show nothing new leave no nodes, though they count for the limits. What
// is new is covered all the same.
func TestSpare(t *testing.T) {
	nodes := map[bool]int{}
	target := func() *faketarget.Target { // 64 paths of a thousand conditions
		return faketarget.New(faketarget.Integers("slt", "eq", "eq"), func(m *faketarget.Machine) {
			c := int64(m.Char())
			for i := int64(0); m.Compare(0, i, 512); i++ {
				m.Compare(1, i&63, c&63)
			}
			m.Compare(2, c, -100)
		})
	}
	for _, stalled := range []bool{false, true} {
		e := newEngine(t, target(), Config{Seed: 1, Budget: Executions(1)})
		enginetest.MustRun(t, e)
		e.config.Budget = Unlimited{}
		var inputs [][]byte
		for c := range byte(64) {
			inputs = append(inputs, []byte{c})
		}
		if e.limits.idle = 0; stalled {
			e.limits.idle = idleBeforeLess + 1
		}
		before, idle := e.tree.Summary().Nodes, e.limits.idle
		if err := e.run(context.Background(), inputs); err != nil {
			t.Fatal(err)
		}
		nodes[stalled] = e.tree.Summary().Nodes - before
		if e.limits.idle-idle < 64*1024 {
			t.Errorf("stalled %v: %d conditions count for the limits", stalled, e.limits.idle-idle)
		}
		if err := e.run(context.Background(), [][]byte{{256 - 100}}); err != nil || !e.tree.LocationCovered(2, true) {
			t.Errorf("stalled %v: the new direction is not covered, %v", stalled, err)
		}
	}
	if nodes[true] == 0 || nodes[true] > nodes[false]/4 {
		t.Errorf("%d nodes while stalled, %d else", nodes[true], nodes[false])
	}
}

// TestLean: the limits see the runs of the lean form, which leave no nodes; what only they reach is covered.
func TestLean(t *testing.T) {
	wanted := int64(64) // no input has it
	target := faketarget.New(faketarget.Integers("eq", "eq"), func(m *faketarget.Machine) {
		m.Compare(0, int64(m.Char()&63), wanted)
		m.Compare(1, 1, 2)
	})
	target.LeanForm = true
	e := newEngine(t, target, Config{Seed: 1, Budget: Executions(1)})
	enginetest.MustRun(t, e)
	e.config.Budget = Unlimited{}
	e.limits.idle = idleBeforeLess + 1
	stage := &stage{step: step{name: "random", blind: true}}
	run := func() {
		if _, err := (&random{e: e, breeder: breed.New(e.corpus)}).run(context.Background(), stage); err != nil {
			t.Fatal(err)
		}
	}
	run()
	counts := e.executor.Counts()
	if target.Skimmed == 0 || int(counts.Lean) != target.Skimmed || counts.Repeated != 0 {
		t.Errorf("%d runs of the lean form, %+v", target.Skimmed, counts)
	}
	if seen, want := e.limits.idle-idleBeforeLess-1, uint64(target.Skimmed*(2+runPrice)); seen != want {
		t.Errorf("the limits saw %d conditions instead of %d", seen, want)
	}
	wanted = 42 // one in 64 inputs has it
	for i := 0; i < 64 && !e.tree.LocationCovered(0, true); i++ {
		run()
	}
	if !e.tree.LocationCovered(0, true) || e.executor.Counts().Repeated == 0 {
		t.Errorf("nothing was found, %+v", e.executor.Counts())
	}
	if err := e.tree.Check(); err != nil {
		t.Error(err)
	}
}
