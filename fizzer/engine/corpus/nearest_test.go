package corpus

import (
	"testing"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// TestNearest: the inputs that came nearest to a direction are kept while it is wanted; a run that cannot be true leaves nothing.
func TestNearest(t *testing.T) {
	table := &locations.Table{Conditions: []locations.Condition{
		{Kind: locations.KindInteger, Predicate: "eq", Bits: 32}, {Kind: locations.KindInteger, Predicate: "eq", Bits: 32},
	}}
	wanted := map[int]bool{DirectionNumber(0, true): true, DirectionNumber(1, true): true}
	n := NewNearest(trace.NewDecoder(table), func(location uint32, outcome bool) bool { return wanted[DirectionNumber(location, outcome)] },
		draw.New(1, 2))
	run := func(location uint32, value byte, reads ...layout.Read) *execution.Run {
		if len(reads) == 0 {
			reads = []layout.Read{{Size: 1, Type: uint16(layout.InputTypeUint8)}}
		}
		conditions := []layout.Condition{{Location: location, Left: uint64(value), Right: 100, InputBytes: 1}}
		return &execution.Run{Conditions: execution.NewTrace(conditions, nil), Reads: reads, Bytes: []byte{value}}
	}
	for _, step := range []struct {
		location uint32
		value    byte
		nearer   bool
	}{{0, 10, true}, {0, 9, false}, {0, 50, true}, {1, 7, true}, {0, 120, true}, {0, 70, false}} {
		if got := n.Observe(run(step.location, step.value)); got != step.nearer {
			t.Errorf("location %d, %d: nearer is %v", step.location, step.value, got)
		}
	}
	garbled := run(0, 99)
	garbled.Conditions = execution.NewTrace([]layout.Condition{garbled.Conditions.At(0), {Location: 2}}, nil)
	forged := run(0, 99, layout.Read{Size: 1, Type: uint16(layout.InputTypeUint8), Offset: 5})
	for _, run := range []*execution.Run{garbled, forged} {
		if n.Observe(run); !run.Garbled {
			t.Error("a run that cannot be true was not noticed")
		}
	}
	long := run(0, 100)
	long.Bytes = make([]byte, nearestBytes+1)
	if n.Observe(long) || !n.Observe(run(0, 110)) {
		t.Error("a long run, or one that cannot be true, counts as near")
	}
	for value := byte(109); value > 106; value-- {
		n.Observe(run(0, value))
	}
	taken := map[byte]int{}
	for range 400 {
		taken[n.Take().Bytes[0]]++
	}
	if taken[107] < taken[110] || taken[108] == 0 || taken[109] == 0 || taken[110] == 0 || taken[7] < 100 || len(taken) != 5 {
		t.Errorf("taken: %v", taken)
	}
	wanted[DirectionNumber(0, true)] = false
	if got := n.Take().Bytes[0]; got != 7 {
		t.Errorf("%d was taken for a direction that is no longer wanted", got)
	}
	wanted[DirectionNumber(1, true)] = false
	if n.Take() != nil {
		t.Error("an input was taken for nothing")
	}
	wanted[DirectionNumber(0, true)] = true
	if !n.Observe(run(0, 1)) || n.Take().Bytes[0] != 1 {
		t.Error("a direction that is wanted again is not looked at")
	}
}
