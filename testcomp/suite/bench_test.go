package suite

import (
	"path/filepath"
	"strconv"
	"testing"
)

// manyValues is how many values a test for two arrays of 100,000 elements has.
const manyValues = 200_000

// BenchmarkManyValues writes a test of 200,000 values, reads it, and packs a suite of ten of them.
func BenchmarkManyValues(b *testing.B) {
	test := Test{Inputs: make([]Input, manyValues)}
	for i := range test.Inputs {
		test.Inputs[i] = Input{"int", strconv.Itoa(i * 7919)}
	}
	dir := filepath.Join(b.TempDir(), "test-suite")
	w, err := Create(dir, metadata())
	if err != nil {
		b.Fatal(err)
	}
	test.Name, err = w.Add(test)
	if err != nil {
		b.Fatal(err)
	}
	for range 9 {
		if _, err := w.Add(test); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := w.Rewrite(test); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if got, err := w.Load(test.Name); err != nil || len(got.Inputs) != manyValues {
				b.Fatalf("%d values, %v", len(got.Inputs), err)
			}
		}
	})
	b.Run("zip of ten", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := w.Zip(filepath.Join(b.TempDir(), "test-suite.zip")); err != nil {
				b.Fatal(err)
			}
		}
	})
}
