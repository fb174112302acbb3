//go:build llvm19

package pass

import (
	"math"
	"slices"
	"testing"
)

// TestConstants shows that the numbers and words in functions, arrays and structures are listed, but not small or repeated ones.
func TestConstants(t *testing.T) {
	_, table := instrumentFile(t, compile(t, "clang-19", "-m64", "testdata/constants.c"), Options{})
	for _, want := range []uint64{0xcafe4242, 70000, 0x1122334455667788, 4660, 65000, 1000} {
		if !slices.Contains(table.Constants, want) {
			t.Errorf("%#x is not listed", want)
		}
	}
	for _, value := range table.Constants {
		if value < minInteger {
			t.Errorf("%d is listed", value)
		}
	}
	for _, value := range table.Small {
		if value < minSmall || value >= minInteger {
			t.Errorf("%d is listed as small", value)
		}
	}
	if small := slices.Sorted(slices.Values(table.Small)); len(small) == 0 || len(slices.Compact(small)) != len(table.Small) {
		t.Errorf("small: %v", table.Small)
	}
	if sorted := slices.Sorted(slices.Values(table.Constants)); len(slices.Compact(sorted)) != len(table.Constants) {
		t.Errorf("some are listed twice: %v", table.Constants)
	}
	var words []string
	for _, word := range table.Words {
		words = append(words, string(word))
	}
	slices.Sort(words)
	if want := []string{"PK\x03\x04", "north", "south", "upwards", "west"}; !slices.Equal(words, want) {
		t.Errorf("words %q, want %q", words, want)
	}
	for _, want := range []float64{2.5, -1e300} {
		if !slices.Contains(table.Reals, math.Float64bits(want)) {
			t.Errorf("%v is not listed", want)
		}
	}
}
