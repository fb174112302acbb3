package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/strategy"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// word is a state machine that goes on only with the right symbol, looked up in a table that no distance leads to. How far it
// got shows at the end only.
func word(m *faketarget.Machine) {
	table := [8]int64{3, 0, 5, 1, 4, 2, 7, 6}
	state := int64(0)
	for i := int64(0); m.Compare(0, i, 24); i++ {
		if table[m.Uchar()%8] == (state*5+3)%8 {
			state++
		}
	}
	for i := uint32(1); i <= 12; i++ {
		reached := int64(0)
		if state >= int64(i) {
			reached = 1
		}
		m.Compare(i, reached, 1)
	}
}

// TestBreed: what led somewhere, put together anew, leads further.
func TestBreed(t *testing.T) {
	kinds := []locations.Predicate{"slt"}
	for range 12 {
		kinds = append(kinds, "eq")
	}
	covered := func(without ...string) (sum int) {
		for seed := range uint64(8) {
			target := faketarget.New(faketarget.Integers(kinds...), word)
			summary := mustRun(t, newEngine(t, target, Config{Seed: seed, Budget: Executions(80000), Strategy: strategy.Config{Without: without}}))
			sum += summary.Tree.CoveredDirections
			if slices.Contains(without, StepBreed) && slices.ContainsFunc(summary.Analyses, func(a *AnalysisStatistics) bool { return a.Name == StepBreed }) {
				t.Error(describe(summary))
			}
		}
		return sum
	}
	if with, without := covered(), covered(StepBreed); with <= without {
		t.Errorf("%d directions with, %d without", with, without)
	} else {
		t.Logf("%d directions with, %d without", with, without)
	}
}

// TestChild: a child of any parents has 1 to most bytes and changes no parent.
func TestChild(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var b breeding
	for range 40 {
		var p trace.Input
		for range 1 + random.IntN(5) {
			size := random.IntN(9) // 0: an empty string
			p.Reads = append(p.Reads, layout.Read{Offset: uint32(len(p.Bytes)), Size: uint16(size)})
			for range size {
				p.Bytes = append(p.Bytes, byte(random.Uint32()))
			}
		}
		b.keep(p)
	}
	b.keep(trace.Input{Bytes: []byte{1}})
	if len(b.parents) != 40 {
		t.Fatalf("%d parents", len(b.parents))
	}
	var before [][]byte
	for _, p := range b.parents {
		before = append(before, slices.Clone(p.Bytes))
	}
	for range 20000 {
		if child := b.child(random, 30); len(child) < 1 || len(child) > 30 {
			t.Fatalf("a child of %d bytes", len(child))
		}
	}
	for i, p := range b.parents {
		if !slices.Equal(p.Bytes, before[i]) {
			t.Errorf("parent %d was changed", i)
		}
	}
	for range mostParents {
		b.keep(b.parents[0])
	}
	if len(b.parents) != mostParents {
		t.Errorf("%d parents", len(b.parents))
	}
}

// TestBreedingShare: children get their share of what is recorded, and nothing as long as the analyses have not been without
// success for a while.
func TestBreedingShare(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq"), func(m *faketarget.Machine) {
		m.Compare(0, int64(m.Char()), 7)
		m.Compare(1, int64(m.Uchar())*2, 33) // never
	})
	summary := mustRun(t, newEngine(t, target, Config{Budget: Executions(breedPatience / (runPrice + 3))}))
	if slices.ContainsFunc(summary.Analyses, func(a *AnalysisStatistics) bool { return a.Name == StepBreed }) {
		t.Error(describe(summary))
	}
	summary = mustRun(t, newEngine(t, target, Config{Budget: Executions(20 * breedPatience / runPrice), Strategy: strategy.Config{Without: []string{PartBandit}}}))
	share := uint64(0)
	for _, a := range summary.Analyses {
		if a.Name == StepBreed {
			share = a.Executions
		}
	}
	if whole := summary.Executions; share < whole/5 || share > whole/4 {
		t.Errorf("%d of %d executions: %s", share, whole, describe(summary))
	}
}
