package pattern

import (
	"encoding/binary"
	"slices"
	"testing"

	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// inputOf returns an input of values of the given sizes, all zero but for the first, which is 7.
func inputOf(sizes ...int) trace.Input {
	var input trace.Input
	for _, size := range sizes {
		input.Reads = append(input.Reads, layout.Read{Offset: uint32(len(input.Bytes)), Size: uint16(size)})
		input.Bytes = append(input.Bytes, make([]byte, size)...)
	}
	if len(input.Bytes) > 0 {
		input.Bytes[0] = 7
	}
	return input
}

// integers returns an input of ints.
func integers(count int) trace.Input { return inputOf(slices.Repeat([]int{4}, count)...) }

// list returns the values of all inputs.
func list(t *testing.T, input trace.Input, first int, integers ...uint64) (found [][]int32) {
	t.Helper()
	l := Of(input, first, integers, append([]uint64{42}, integers...))
	for left := l.Len(); ; left-- {
		made := l.Next()
		if made == nil && left == 0 {
			return found
		}
		if len(made) != len(input.Bytes) || left != l.Len()+1 {
			t.Fatalf("%d bytes instead of %d; %d left", len(made), len(input.Bytes), left)
		}
		var values []int32
		for at := 0; at+4 <= len(made); at += 4 {
			values = append(values, int32(binary.LittleEndian.Uint32(made[at:])))
		}
		found = append(found, values)
	}
}

// TestStructures: what loops over two arrays of 500 values mostly ask for is among the inputs.
func TestStructures(t *testing.T) {
	all := list(t, integers(1000), 0, 77, 500, 3000)
	half := func(v []int32) (differ []int) {
		for i := range 500 {
			if v[i] != v[500+i] {
				differ = append(differ, i)
			}
		}
		return differ
	}
	sum := func(v []int32) (sum int) {
		for _, n := range v {
			sum += int(n)
		}
		return sum
	}
	positive := func(v []int32) (count int) {
		for _, n := range v {
			if n > 0 {
				count++
			}
		}
		return count
	}
	reversed := func(v []int32) []int32 { v = slices.Clone(v); slices.Reverse(v); return v }
	for name, holds := range map[string]func(v []int32) bool{
		"equal":                       func(v []int32) bool { return len(slices.Compact(slices.Clone(v))) == 1 },
		"sorted and different":        func(v []int32) bool { return slices.IsSorted(v) && v[0] < v[999] && len(half(v)) == 500 },
		"falling":                     func(v []int32) bool { return slices.IsSorted(reversed(v)) && v[0] > v[998] },
		"halves equal":                func(v []int32) bool { return len(half(v)) == 0 && v[0] != v[1] && v[1] != v[2] },
		"halves differ at 77":         func(v []int32) bool { return slices.Equal(half(v), []int{77}) },
		"halves differ first at 76":   func(v []int32) bool { d := half(v); return len(d) > 0 && d[0] == 76 },
		"palindrome, not all equal":   func(v []int32) bool { return slices.Equal(v, reversed(v)) && v[0] != v[1] },
		"palindrome of two values":    func(v []int32) bool { return slices.Equal(v, reversed(v)) && v[0] != v[1] && slices.Max(v) == 1 },
		"42 at 77":                    func(v []int32) bool { return v[77] == 42 && v[78] == 0 },
		"42 at 500, others rise":      func(v []int32) bool { return v[500] == 42 && v[501] == 501 },
		"sum 3000, no palindrome":     func(v []int32) bool { return sum(v) == 3000 && !slices.Equal(v, reversed(v)) },
		"500 positive":                func(v []int32) bool { return positive(v) == 500 },
		"78 positive":                 func(v []int32) bool { return positive(v) == 78 },
		"all 3000":                    func(v []int32) bool { return slices.Min(v) == 3000 && slices.Max(v) == 3000 },
		"not sorted only at 77":       func(v []int32) bool { return v[77] < v[76] && slices.IsSorted(v[:77]) && slices.IsSorted(v[77:]) },
		"the last one is found at 77": func(v []int32) bool { return slices.Index(v, v[999]) == 77 },
		"negative but one":            func(v []int32) bool { return slices.Max(v) == -1 && slices.Index(v, -1) == 500 },
	} {
		if at := slices.IndexFunc(all, holds); at < 0 {
			t.Errorf("of %d inputs none is: %s", len(all), name)
		}
	}
	if len(all) > 1000 {
		t.Errorf("%d inputs", len(all))
	}
}

// TestKept: the first values stay, also when the others have other sizes; the input is not changed.
func TestKept(t *testing.T) {
	for _, sizes := range [][]int{{4, 4}, {4, 4, 1, 0, 8, 31, 2}, {1, 1, 1}} {
		input := inputOf(sizes...)
		before := slices.Clone(input.Bytes)
		l := Of(input, 1, []uint64{0, 1, 1, 5, ^uint64(0)}, nil)
		for made := l.Next(); made != nil; made = l.Next() {
			if made[0] != 7 || len(made) != len(before) {
				t.Fatalf("%v from %v", made, before)
			}
		}
		if !slices.Equal(before, input.Bytes) {
			t.Error("the input was changed")
		}
	}
}
