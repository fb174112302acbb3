package engine

import (
	"slices"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
)

// word is a state machine that advances only on the right symbol, which it looks up in a table, so that no distance
// leads to it. Only its end shows how far it got.
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

// queue takes from a queue what it put there before, and at the end compares how many were taken: each sequence of commands is a path,
// and only long ones of the right kind lead to the goal.
func queue(m *faketarget.Machine) {
	count, taken := int64(0), int64(0)
	for i := int64(0); m.Compare(0, i, 60); i++ {
		command := int64(m.Uchar())
		if m.Compare(1, command, 'p') {
			if m.Compare(2, count, 8) {
				count++
			}
		} else if m.Compare(3, command, 'g') {
			if m.Compare(4, 0, count) {
				count--
				taken++
			}
		} else {
			break
		}
	}
	m.Compare(5, 26, taken)
}

// TestBreed: splices of inputs that led somewhere lead further.
func TestBreed(t *testing.T) {
	found := func(without ...string) (n int) {
		for seed := range uint64(6) {
			target := faketarget.New(faketarget.Integers("slt", "eq", "slt", "eq", "slt", "slt"), queue)
			summary := enginetest.MustRun(t, newEngine(t, target, Config{Seed: seed, Budget: Executions(40000), Without: without}))
			if summary.Tree.CoveredDirections == 12 {
				n++
			}
			if slices.Contains(without, StepBreed) &&
				slices.ContainsFunc(summary.Analyses, func(a *formats.Analysis) bool { return a.Name == StepBreed }) {
				t.Error(describe(summary))
			}
		}
		return n
	}
	if with, without := found(), found(StepBreed); with <= without {
		t.Errorf("found by %d of 6 seeds with it, by %d without", with, without)
	} else {
		t.Logf("found by %d of 6 seeds with it, by %d without", with, without)
	}
}

// TestBreedingShare: children get their share of the conditions, but nothing until the analyses have had no success for a while.
func TestBreedingShare(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq"), func(m *faketarget.Machine) {
		m.Compare(0, int64(m.Char()), 7)
		m.Compare(1, int64(m.Uchar())*2, 33) // never
	})
	summary := enginetest.MustRun(t, newEngine(t, target, Config{Budget: Executions(idleBeforeBreed / (runPrice + 3))}))
	if slices.ContainsFunc(summary.Analyses, func(a *formats.Analysis) bool { return a.Name == StepBreed }) {
		t.Error(describe(summary))
	}
	summary = enginetest.MustRun(t,
		newEngine(t, target, Config{Budget: Executions(20 * idleBeforeBreed / runPrice), Without: []string{PartBandit}}))
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
