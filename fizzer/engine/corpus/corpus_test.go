package corpus

import (
	"fmt"
	"slices"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// TestSeams: the seams of a run are the first questions after it has read something; of too many seams the first half and the last half
// stay.
func TestSeams(t *testing.T) {
	condition := func(location, bytes uint32, outcome bool) layout.Condition {
		if outcome {
			location |= layout.DirectionBit
		}
		return layout.Condition{Location: location, InputBytes: bytes}
	}
	got := SeamsOf(execution.NewTrace([]layout.Condition{
		condition(9, 0, true), condition(1, 4, true), condition(2, 4, true), condition(1, 12, false), condition(3, 13, true),
		condition(4, 1000, true), condition(5, 2000, true),
	}, nil), 13)
	if want := []Seam{{1, true, 0}, {1, false, 4}, {3, true, 12}}; !slices.Equal(got, want) {
		t.Errorf("%v instead of %v", got, want)
	}
	var long []layout.Condition
	for i := range uint32(2 * maxSeams) {
		long = append(long, condition(1, i+1, true))
	}
	got = SeamsOf(execution.NewTrace(long, nil), 2*maxSeams)
	if len(got) != maxSeams || got[0].Offset != 0 || got[maxSeams/2-1].Offset != maxSeams/2-1 || got[maxSeams-1].Offset != 2*maxSeams-1 {
		t.Errorf("%d seams: %v", len(got), got)
	}
}

// TestCovering: entries are copies of inputs that were read; the newest ones stay, and all ever added are counted.
func TestCovering(t *testing.T) {
	c := New()
	input := trace.Input{Bytes: []byte{1}, Reads: []layout.Read{{Size: 1}}}
	c.AddCovering(trace.Input{Bytes: []byte{1}}, execution.Trace{}, nil) // nothing was read
	covered := []tree.Coverage{{ID: trace.ID{Location: 4}, Direction: true}, {ID: trace.ID{Location: 2}}}
	for i := range MaxCovering + 3 {
		input.Bytes[0] = byte(i)
		c.AddCovering(input, execution.Trace{}, covered)
	}
	all := c.Covering()
	first := []Direction{{trace.ID{Location: 4}, true}, {trace.ID{Location: 2}, false}}
	if len(all) != MaxCovering || c.Added() != MaxCovering+3 || all[0].Bytes[0] != 3 || !slices.Equal(all[0].First, first) {
		t.Errorf("%d of %d entries, the first is %+v", len(all), c.Added(), *all[0])
	}
}

// TestLists: First keeps the oldest inputs and reports whether it lacks others, Newest keeps the newest; both copy.
func TestLists(t *testing.T) {
	var first First
	var newest Newest
	buffer := make([]byte, 4)
	for i := range maxKept + 10 {
		copy(buffer, fmt.Sprintf("%04d", i))
		first.Add(buffer)
		newest.Add(buffer)
	}
	inputs, lacks := first.Take()
	if len(inputs) != maxKept || string(inputs[maxKept-1]) != "0255" || !lacks || first.Len() != 0 {
		t.Errorf("%d inputs, lacks %v, the last is %q", len(inputs), lacks, inputs[len(inputs)-1])
	}
	if _, lacks := first.Take(); lacks {
		t.Error("an empty list lacks inputs")
	}
	if newest.Len() != maxKept || string(newest.At(0)) != "0256" || string(newest.At(10)) != "0010" {
		t.Errorf("%d inputs, %q and %q", newest.Len(), newest.At(0), newest.At(10))
	}
	if got := newest.Take(); len(got) != maxKept || newest.Len() != 0 {
		t.Errorf("%d inputs were taken, %d are left", len(got), newest.Len())
	}
}

// TestTests: the inputs of all tests are known; those of tests that ended at a limit are taken once.
func TestTests(t *testing.T) {
	c := New()
	c.AddTest([]byte("whole"), false)
	c.AddTest([]byte("limited"), true)
	if !c.IsTest([]byte("whole")) || !c.IsTest([]byte("limited")) || c.IsTest([]byte("other")) {
		t.Error("the inputs of tests are not told from others")
	}
	if got := c.TakeLimitedTests(); len(got) != 1 || string(got[0]) != "limited" || len(c.LimitedTests()) != 0 {
		t.Errorf("%q ended at a limit, %q are left", got, c.LimitedTests())
	}
}
