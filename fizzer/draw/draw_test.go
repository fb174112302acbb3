package draw

import (
	"math"
	"math/bits"
	"slices"
	"testing"
)

// TestRepeats: the same seed and stream give the same numbers, others give other ones.
func TestRepeats(t *testing.T) {
	numbers := func(seed, stream uint64) (all [64]uint64) {
		s := New(seed, stream)
		for i := range all {
			all[i] = s.Uint64()
		}
		return all
	}
	if first, second := numbers(1, 2), numbers(1, 2); first != second {
		t.Error("a seed does not repeat")
	}
	seen := map[uint64]bool{}
	for seed := range uint64(32) {
		for stream := range uint64(32) {
			for _, n := range numbers(seed, stream) {
				seen[n] = true
			}
		}
	}
	if len(seen) != 32*32*64 {
		t.Errorf("%d different numbers of %d", len(seen), 32*32*64)
	}
}

// TestEven: numbers below a bound, bits, pairs of successive numbers, bytes and permutations are as frequent as each other.
func TestEven(t *testing.T) {
	const draws = 1 << 18
	even := func(name string, counts []int) {
		t.Helper()
		total := 0
		for _, n := range counts {
			total += n
		}
		expected, chi := float64(total)/float64(len(counts)), 0.0
		for _, n := range counts {
			chi += (float64(n) - expected) * (float64(n) - expected) / expected
		}
		free := float64(len(counts) - 1)
		if deviation := (chi - free) / math.Sqrt(2*free); deviation > 5 {
			t.Errorf("%s: chi squared is %.0f with %.0f degrees of freedom", name, chi, free)
		}
	}
	s := New(1, 1)
	for _, n := range []int{2, 3, 9, 64, 1000} {
		counts := make([]int, n)
		for range draws {
			counts[s.IntN(n)]++
		}
		even("below a bound", counts)
	}
	pairs, ones, words, octets := make([]int, 256), make([]int, 64), make([]int, 256), make([]int, 256)
	shares, buffer, before := make([]int, 100), make([]byte, 13), 0
	for range draws {
		next := s.IntN(16)
		pairs[16*before+next]++
		before = next
		for n := s.Uint64(); n != 0; n &= n - 1 {
			ones[bits.TrailingZeros64(n)]++
		}
		words[s.Uint32()&255]++
		shares[int(100*s.Float64())]++
		s.Fill(buffer)
		for _, b := range buffer {
			octets[b]++
		}
	}
	even("pairs", pairs)
	even("bits", ones)
	even("low bytes", words)
	even("bytes", octets)
	even("shares", shares)
	orders := map[[4]int]int{}
	for range draws {
		order := [4]int{0, 1, 2, 3}
		s.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		orders[order]++
	}
	var counts []int
	for _, n := range orders {
		counts = append(counts, n)
	}
	if even("permutations", counts); len(counts) != 24 {
		t.Errorf("%d permutations of 24", len(counts))
	}
}

// TestEdges: each length can be filled, one number can be drawn from, none cannot.
func TestEdges(t *testing.T) {
	s := New(2, 3)
	for length := range 40 {
		buffer := make([]byte, length+1)
		s.Fill(buffer[:length])
		if buffer[length] != 0 {
			t.Errorf("more than %d bytes were written", length)
		}
		if length > 16 && slices.Equal(buffer[:8], buffer[8:16]) {
			t.Errorf("bytes %v repeat", buffer)
		}
	}
	if n := s.IntN(1); n != 0 {
		t.Errorf("%d is not below 1", n)
	}
	if n := s.IntN(math.MaxInt); n < 0 {
		t.Errorf("%d is negative", n)
	}
	defer func() {
		if recover() == nil {
			t.Error("a number from none")
		}
	}()
	s.IntN(0)
}

// BenchmarkIntN: time for one number.
func BenchmarkIntN(b *testing.B) {
	s := New(1, 1)
	for b.Loop() {
		s.IntN(1000)
	}
}
