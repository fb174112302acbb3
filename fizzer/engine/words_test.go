package engine

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
)

// readLine reads a count and as many characters.
func readLine(m *faketarget.Machine) (line []byte) {
	for range m.Uchar() {
		line = append(line, m.Uchar())
	}
	return line
}

// compareWords is strcmp: location 0 compares the characters, location 1 asks for the end.
func compareWords(m *faketarget.Machine, left, right []byte) bool {
	left, right = append(slices.Clone(left), 0), append(slices.Clone(right), 0)
	for i := range min(len(left), len(right)) {
		if !m.Compare(0, int64(left[i]), int64(right[i])) {
			return false
		}
		if m.Compare(1, int64(left[i]), 0) {
			return true
		}
	}
	return false
}

// TestWords: a line "network_address=disabled" passes two comparisons of copied words. No single character helps, because the
// comparisons of characters are covered soon.
func TestWords(t *testing.T) {
	found := func(words []string, without ...string) (n int) {
		for seed := range uint64(4) {
			target := faketarget.New(faketarget.Integers("eq", "eq", "eq"), func(m *faketarget.Machine) {
				key, value, _ := bytes.Cut(readLine(m), []byte("="))
				if compareWords(m, key, []byte("network_address")) {
					m.Compare(2, 1, int64(len(value)-len("disabled")))
					if compareWords(m, value, []byte("disabled")) {
						m.Compare(2, 0, 0)
					}
				}
			})
			for _, word := range words {
				target.Table().Words = append(target.Table().Words, []byte(word))
			}
			summary := enginetest.MustRun(t, newEngine(t, target, Config{Seed: seed, Budget: Executions(30_000), Without: without}))
			if summary.Tree.CoveredDirections == 6 {
				n++
			}
		}
		return n
	}
	with, without := found([]string{"address", "network_address", "disabled"}), found(nil)
	if with < 3 || without > 1 {
		t.Errorf("of 4 searches %d with words, %d without", with, without)
	}
	if off := found([]string{"address", "network_address", "disabled"}, "words", StepDictionary); off != without {
		t.Errorf("of 4 searches %d with words that are switched off, %d without words", off, without)
	}
}

// TestTrim: what a text does not need goes, and its count with it.
func TestTrim(t *testing.T) {
	lengths := func(without ...string) (shortest int) {
		target := faketarget.New(faketarget.Integers("eq", "eq", "eq"), func(m *faketarget.Machine) {
			line := readLine(m)
			m.Compare(0, int64(bytes.Count(line, []byte("#"))), 2)
			m.Compare(1, int64(bytes.Count(line, []byte("%"))), 3)
			m.Compare(2, 1, 0) // the search goes on
		})
		gap := strings.Repeat("-", 30)
		line := gap + "#%" + gap + "%#%" + gap
		seed := append([]byte{byte(len(line))}, line...)
		e := newEngine(t, target, Config{Seed: 1, Budget: Executions(2000), Seeds: [][]byte{seed}, Without: without})
		enginetest.MustRun(t, e)
		shortest = len(seed)
		for _, entry := range e.corpus.Covering() {
			if text := entry.Bytes[1:]; bytes.Count(text, []byte("#")) == 2 && bytes.Count(text, []byte("%")) == 3 {
				shortest = min(shortest, len(text))
			}
		}
		return shortest
	}
	if with, without := lengths(), lengths(StepTrim); with > 12 || without < 90 {
		t.Errorf("the shortest text has %d characters with trimming, %d without", with, without)
	}
}
