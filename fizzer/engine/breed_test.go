package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/strategy"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
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

// queue takes from a queue what it put there before, and asks in the end how much that was: a path for each sequence of commands, of
// which only long ones of the right kind lead there.
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

// TestBreed: what led somewhere, put together anew, leads further.
func TestBreed(t *testing.T) {
	found := func(without ...string) (n int) {
		for seed := range uint64(6) {
			target := faketarget.New(faketarget.Integers("slt", "eq", "slt", "eq", "slt", "slt"), queue)
			summary := mustRun(t, newEngine(t, target, Config{Seed: seed, Budget: Executions(40000), Strategy: strategy.Config{Without: without}}))
			if summary.Tree.CoveredDirections == 12 {
				n++
			}
			if slices.Contains(without, StepBreed) && slices.ContainsFunc(summary.Analyses, func(a *AnalysisStatistics) bool { return a.Name == StepBreed }) {
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
		b.keep(p, questions(random, p.Reads), nil)
	}
	b.keep(trace.Input{Bytes: []byte{1}}, execution.Trace{}, nil)
	if len(b.parents) != 40 {
		t.Fatalf("%d parents", len(b.parents))
	}
	var before [][]byte
	for _, p := range b.parents {
		before = append(before, slices.Clone(p.Bytes))
	}
	for i := range 20000 {
		if child := b.newChild(random, 30, 2+i%15); len(child) < 1 || len(child) > 30 {
			t.Fatalf("a child of %d bytes", len(child))
		}
	}
	for i, p := range b.parents {
		if !slices.Equal(p.Bytes, before[i]) {
			t.Errorf("parent %d was changed", i)
		}
	}
	for range mostParents {
		b.keep(b.parents[0].Input, execution.Trace{}, nil)
	}
	if len(b.parents) != mostParents {
		t.Errorf("%d parents", len(b.parents))
	}
}

// questions returns the conditions of a run that asks one of three questions after some of its reads.
func questions(random *rand.Rand, reads []layout.Read) execution.Trace {
	var all []layout.Condition
	for _, r := range reads {
		for range random.IntN(3) {
			all = append(all, layout.Condition{Location: uint32(random.IntN(3)) | uint32(random.IntN(2))*layout.DirectionBit, InputBytes: r.Offset + uint32(r.Size)})
		}
	}
	return execution.NewTrace(all, nil)
}

// TestSeams: the seams of a run are the first questions after it has read something; of many the first half and the last stay.
func TestSeams(t *testing.T) {
	condition := func(location, bytes uint32, outcome bool) layout.Condition {
		if outcome {
			location |= layout.DirectionBit
		}
		return layout.Condition{Location: location, InputBytes: bytes}
	}
	got := seamsOf(execution.NewTrace([]layout.Condition{condition(9, 0, true), condition(1, 4, true), condition(2, 4, true), condition(1, 12, false), condition(3, 13, true), condition(4, 1000, true), condition(5, 2000, true)}, nil), 13)
	if want := []seam{{1, true, 0}, {1, false, 4}, {3, true, 12}}; !slices.Equal(got, want) {
		t.Errorf("%v instead of %v", got, want)
	}
	p := parent{Input: trace.Input{Bytes: make([]byte, 13)}, seams: got}
	other := parent{Input: trace.Input{Bytes: []byte{1, 2, 3, 4, 5, 6}}, seams: []seam{{3, true, 0}, {3, false, 2}}}
	b := breeding{parents: []parent{p, other}, ranked: []int{0, 1}}
	random := rand.New(rand.NewPCG(1, 2))
	branched, repeated := 0, 0
	for range 1000 {
		switch m, rest := b.branch(random, &p); {
		case rest == nil: // where chance did not look at the other one
		case m.location == 3 && m.offset == 12 && slices.Equal(rest, other.Bytes[2:]):
			branched++
		case m.location == 1 && len(rest) != 13 && len(rest) != 9:
			t.Fatalf("the rest %v behind %v", rest, m)
		}
		if first, end := p.part(random); first == 0 && end == 4 {
			repeated++
		} else if first < end {
			t.Fatalf("a part from %d to %d of an input without reads", first, end)
		}
	}
	if branched < 40 || repeated < 80 {
		t.Errorf("%d rests from the other one, %d iterations of 1000", branched, repeated)
	}
	for i := range b.parents { // no other change cuts within these reads
		b.parents[i].Reads = []layout.Read{{Size: uint16(len(b.parents[i].Bytes))}}
	}
	children := 0
	for range 2000 {
		if child := b.newChild(random, 100, 1); slices.Equal(child, append(make([]byte, 12), other.Bytes[2:]...)) {
			children++
		}
	}
	if children < 5 {
		t.Errorf("%d of 2000 children are one parent up to a question and the other from there on", children)
	}
	var long []layout.Condition
	for i := range uint32(2 * mostSeams) {
		long = append(long, condition(1, i+1, true))
	}
	if got = seamsOf(execution.NewTrace(long, nil), 2*mostSeams); len(got) != mostSeams || got[0].offset != 0 || got[mostSeams/2-1].offset != mostSeams/2-1 || got[mostSeams-1].offset != 2*mostSeams-1 {
		t.Errorf("%d seams: %v", len(got), got)
	}
}

// TestRank: the fittest parents are those of which one direction was taken by the fewest children; of equal ones the newest come
// first, and a new one before all until the next ranking. A child that was cut does not count.
func TestRank(t *testing.T) {
	var b breeding
	input := trace.Input{Bytes: []byte{1}, Reads: []layout.Read{{Size: 1}}}
	covers := func(location uint32, direction bool) tree.Coverage {
		return tree.Coverage{ID: trace.ID{Location: location}, Direction: direction}
	}
	b.keep(input, execution.Trace{}, []tree.Coverage{covers(0, true)})
	b.keep(input, execution.Trace{}, []tree.Coverage{covers(0, true), covers(1, false)})
	b.keep(input, execution.Trace{}, []tree.Coverage{covers(0, false)})
	child := func(whole bool, directions ...uint32) {
		var conditions []layout.Condition
		for _, d := range directions {
			conditions = append(conditions, layout.Condition{Location: d})
		}
		run := execution.Run{Conditions: execution.NewTrace(conditions, nil)}
		if !whole {
			run.Unrecorded = 5
		}
		b.count(&run, 2)
	}
	common := uint32(0) | layout.DirectionBit // location 0, true
	for range 5 {
		child(true, common, common, 0)
	}
	child(true, common, 1) // location 1, false: rarer than all
	child(true, 99)        // no such location: the program overwrote the trace of a known path
	for range 50 {
		child(false, 1)
	}
	b.rank()
	if want := []int{1, 2, 0}; !slices.Equal(b.ranked, want) || b.reached[directionNumber(0, true)] != 6 || b.reached[directionNumber(1, false)] != 1 {
		t.Errorf("ranked %v instead of %v; directions were taken %v times", b.ranked, want, b.reached)
	}
	b.keep(input, execution.Trace{}, nil)
	if want := []int{3, 1, 2, 0}; !slices.Equal(b.ranked, want) {
		t.Errorf("ranked %v instead of %v with a new one", b.ranked, want)
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
