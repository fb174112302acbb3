package engine

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/trace"
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

// TestTrimInContexts: a text keeps what it was the first to cover in a calling context, although another part of it takes the same
// direction in another context.
func TestTrimInContexts(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "eq"), func(m *faketarget.Machine) {
		line := readLine(m)
		for site, c := range []byte("#%") {
			m.Call(uint32(site), func() { m.Compare(0, int64(bytes.IndexByte(line, c)), -1) })
		}
		m.Compare(1, 1, 0) // the search goes on
	})
	target.Table().Words = [][]byte{[]byte("word")}
	gap := strings.Repeat("-", 30)
	var seeds [][]byte
	for _, line := range []string{gap + "#" + gap, gap + "%#" + gap} {
		seeds = append(seeds, append([]byte{byte(len(line))}, line...))
	}
	e := newEngine(t, target, Config{Seed: 1, Budget: Executions(2000), Seeds: seeds})
	enginetest.MustRun(t, e)
	shortest := len(seeds[1])
	for _, entry := range e.corpus.Covering() {
		if bytes.Contains(entry.Bytes[1:], []byte("%")) {
			shortest = min(shortest, len(entry.Bytes)-1)
		}
	}
	if shortest > 4 {
		t.Errorf("the shortest text with what the second one covered has %d characters", shortest)
	}
}

// section reads lines up to a zero. Location 7 is true behind a line [net] and a line port=.
func section(m *faketarget.Machine) {
	find := func(location uint32, in []byte, c byte) int {
		return slices.IndexFunc(in, func(x byte) bool { return m.Compare(location, int64(x), int64(c)) })
	}
	var name, line []byte
	for {
		line = line[:0]
		c := m.Uchar()
		for ; !m.Compare(2, int64(c), 0) && !m.Compare(3, int64(c), '\n'); c = m.Uchar() {
			line = append(line, c)
		}
		switch {
		case len(line) == 0:
		case m.Compare(4, int64(line[0]), '['):
			end := find(5, line, ']')
			if end < 0 {
				return
			}
			name = name[:0]
			for i := 1; !m.Compare(8, int64(i), int64(end)); i++ { // strncpy
				name = append(name, line[i])
			}
		default:
			end := find(6, line, '=')
			if end < 0 {
				return
			}
			passed := int64(0)
			for i, compared := range [][2][]byte{{name, []byte("net")}, {line[:end], []byte("port")}} {
				m.Call(uint32(i), func() {
					if passed == int64(i) && compareWords(m, compared[0], compared[1]) {
						passed++
					}
				})
			}
			m.Compare(7, passed/2, 1)
		}
		if c == 0 {
			return
		}
	}
}

// TestTurns: two words in two lines, which are compared one after the other.
func TestTurns(t *testing.T) {
	found := func(without ...string) (n int) {
		for seed := range uint64(6) {
			target := faketarget.New(faketarget.Integers("eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq", "eq"), section)
			for i := range target.Table().Conditions {
				target.Table().Conditions[i].Constant = i > 0
			}
			for _, word := range []string{"net", "port", "verbose", "error in line %d\n", "port %d%s\n"} {
				target.Table().Words = append(target.Table().Words, []byte(word))
			}
			summary := enginetest.MustRun(t, newEngine(t, target, Config{Seed: seed, Budget: Executions(20_000), Without: without}))
			if summary.Tree.CoveredDirections == 18 {
				n++
			}
		}
		return n
	}
	if with, without := found(), found("compared", StepDictionary); with < 6 || without > 2 {
		t.Errorf("of 6 searches %d find both words, %d without turns", with, without)
	}
}

// TestCharacters: the printable characters with which a run compares for equality are words of their own; what is compared with
// variables, or ordered, is not.
func TestCharacters(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "ne", "eq", "slt", "eq"), func(m *faketarget.Machine) {
		c := int64(m.Uchar())
		m.Compare(0, c, 'v')
		m.Compare(1, c, '=')
		m.Compare(1, c, '=')
		m.Compare(2, c, 'x')
		m.Compare(3, c, 'y')
		m.Compare(4, c, '\n')
	})
	for i := range target.Table().Conditions {
		target.Table().Conditions[i].Constant = i != 2
	}
	e := newEngine(t, target, Config{Budget: Executions(100)})
	w := newWording(e, nil, &trimming{e: e})
	entry := &corpus.Entry{Input: trace.Input{Bytes: []byte{0}}}
	if err := w.learn(t.Context(), &stage{step: step{name: StepDictionary}}, entry); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%s", w.characters); got != "[v =]" {
		t.Error(got)
	}
}
