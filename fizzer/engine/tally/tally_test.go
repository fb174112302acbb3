package tally

import (
	"encoding/binary"
	"slices"
	"testing"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

func inputOf(values ...int32) (input trace.Input) {
	for _, v := range values {
		input.Reads = append(input.Reads, layout.Read{Offset: uint32(len(input.Bytes)), Size: 4, Type: uint16(layout.InputTypeSint32)})
		input.Bytes = binary.LittleEndian.AppendUint32(input.Bytes, uint32(v))
	}
	return input
}

func valuesOf(input []byte) (values []int32) {
	for at := 0; at < len(input); at += 4 {
		values = append(values, int32(binary.LittleEndian.Uint32(input[at:])))
	}
	return values
}

// TestChanged: values equal to the changed one go first; from its place on, or spread; all of them if there are too few.
func TestChanged(t *testing.T) {
	s := &Study{input: &parent{Input: inputOf(1, 0, 0, 1, 0, 0)}}
	before := slices.Clone(s.input.Bytes)
	for name, test := range map[string]struct {
		change change
		want   []int32
	}{
		"one":               {change{place: 2, step: step{number: 7}, count: 1}, []int32{1, 0, 7, 1, 0, 0}},
		"from the place on": {change{place: 4, step: step{number: 7}, count: 3}, []int32{1, 7, 0, 1, 7, 7}},
		"spread":            {change{place: 1, step: step{number: 7}, count: 2, spread: true}, []int32{1, 7, 0, 1, 7, 0}},
		"added":             {change{place: 0, step: step{true, minusOne}, count: 2}, []int32{0, 0, 0, 0, 0, 0}},
		"more than alike":   {change{place: 0, step: step{true, 2}, count: 3}, []int32{3, 2, 2, 1, 0, 0}},
		"with partners": {change{place: 1, step: step{number: 7}, second: step{true, 3}, partners: 1, count: 2},
			[]int32{1, 7, 3, 1, 7, 3}},
		"more than there are": {change{place: 3, step: step{number: 5}, count: 9}, []int32{5, 5, 5, 5, 5, 5}},
	} {
		if got := valuesOf(s.changed(test.change)); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v instead of %v", name, got, test.want)
		}
	}
	if !slices.Equal(before, s.input.Bytes) {
		t.Error("the input was changed")
	}
}

// TestScale: as many values as it takes; a greater number where one is added.
func TestScale(t *testing.T) {
	random := draw.New(1, 2)
	for name, test := range map[string]struct {
		scaled scaled
		values int
		want   []change
	}{
		"set": {scaled{change{step: step{number: 3}, count: 2}, 10}, 100,
			[]change{{step: step{number: 3}, count: 10}, {step: step{number: 3}, count: 10, spread: true}}},
		"one":          {scaled{change{step: step{number: 3}, count: 2, spread: true}, 1}, 100, []change{{step: step{number: 3}, count: 1}}},
		"added":        {scaled{change{step: step{true, 3}, count: 1}, 200}, 100, []change{{step: step{true, 600}, count: 1}}},
		"too few":      {scaled{change{step: step{number: 3}, count: 1}, 200}, 100, nil},
		"far too many": {scaled{change{step: step{true, 3}, count: 1}, 1e300}, 100, nil},
	} {
		got := test.scaled.scale(test.values, random)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v instead of %v", name, got, test.want)
		}
	}
}

// TestDistinct: the first different values, each once.
func TestDistinct(t *testing.T) {
	if got := distinct(inputOf(4, 4, 0, 4, 9, 0)); !slices.Equal(got, []uint64{4, 0, 9}) {
		t.Error(got)
	}
	var many []int32
	for i := range int32(100) {
		many = append(many, i)
	}
	if got := distinct(inputOf(many...)); len(got) != maxOwn {
		t.Errorf("%d values", len(got))
	}
}
