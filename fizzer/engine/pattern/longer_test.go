package pattern

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"fizzer/fizzer/trace"
)

// valued returns an input of ints.
func valued(values ...int32) (input trace.Input) {
	input = integers(len(values))
	for i, v := range values {
		binary.LittleEndian.PutUint32(input.Bytes[4*i:], uint32(v))
	}
	return input
}

// longer returns the values of all longer inputs of ints.
func longer(input trace.Input, head Head, maxBytes int, integers ...uint64) (found [][]int32) {
	for l := Longer(input, head, integers, integers, maxBytes); l.Len() > 0; {
		made := l.Next()
		values := make([]int32, len(made)/4)
		for i := range values {
			values[i] = int32(binary.LittleEndian.Uint32(made[4*i:]))
		}
		found = append(found, values)
	}
	return found
}

// repeats tells whether values are the given ones again and again, at least least of them.
func repeats(values []int32, least int, period ...int32) bool {
	for i, v := range values {
		if v != period[i%len(period)] {
			return false
		}
	}
	return len(values) >= least
}

// TestLonger: what a loop may ask for to go on is among the inputs: the last values before zeros that the input's end made, one value,
// two in turns, a small number, a constant.
func TestLonger(t *testing.T) {
	all := longer(valued(9, 7, 5, 6, 0, 0, 0), Head{Values: 1, Announced: -1}, 1<<20, 1000, 100, 20)
	for name, period := range map[string][]int32{
		"the last": {6}, "two": {5, 6}, "three": {7, 5, 6}, "an earlier one": {7}, "two in turns": {5, 7}, "one": {1}, "zero": {0},
		"a constant": {1000}, "one in turns": {6, 1}, "minus one": {-1},
	} {
		if !slices.ContainsFunc(all, func(v []int32) bool { return v[0] == 9 && repeats(v[1:], 1000*len(period), period...) }) &&
			(len(period) != 2 || !slices.ContainsFunc(all, func(v []int32) bool {
				return v[0] == 9 && repeats(v[1:], 2000, period[1], period[0])
			})) {
			t.Errorf("of %d inputs none repeats %s", len(all), name)
		}
	}
	if len(all) > 100 {
		t.Errorf("%d inputs", len(all))
	}
}

// TestAnnounced: the value that announces how many follow does so, for each constant that may be a length.
func TestAnnounced(t *testing.T) {
	input := valued(3, 2, 8, 4)
	before := bytes.Clone(input.Bytes)
	found := map[int32]bool{}
	for _, v := range longer(input, Head{Values: 2, Announced: 1}, 1<<20, 1000, 64, 63, 1<<18+1) {
		if v[0] != 3 || int(v[1]) != len(v)-2 {
			t.Fatalf("%d values behind %v", len(v)-2, v[:2])
		}
		found[v[1]] = true
	}
	if len(found) != 2 || !found[1000] || !found[64] {
		t.Errorf("lengths %v", found)
	}
	if !bytes.Equal(input.Bytes, before) {
		t.Error("the input was changed")
	}
	for _, v := range longer(input, Head{Values: 2, Announced: 1}, 400, 1000) {
		if len(v) != 100 {
			t.Errorf("%d values instead of 100", len(v))
		}
	}
	if none := longer(input, Head{Announced: -1}, 1<<20, 1, 2, 63); len(none) != 0 {
		t.Errorf("%d inputs without a length", len(none))
	}
}
