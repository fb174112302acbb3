package words

import (
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/analysistest"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/text"
)

// compare is strcmp on a text that ends with zero: location 0 compares the characters, location 1 asks for the end.
func compare(m *faketarget.Machine, left, right []byte) bool {
	for i := 0; ; i++ {
		a, b := at(left, i), at(right, i)
		if !m.Compare(0, int64(a), int64(b)) {
			return false
		}
		if m.Compare(1, int64(a), 0) {
			return true
		}
	}
}

func at(word []byte, i int) byte {
	if i < len(word) {
		return word[i]
	}
	return 0
}

// read reads a count and as many characters.
func read(m *faketarget.Machine) []byte {
	var line []byte
	for range min(m.Uint(), 64) {
		line = append(line, m.Uchar())
	}
	return line
}

// counted is an input for read.
func counted(line string) []byte { return append([]byte{byte(len(line)), 0, 0, 0}, line...) }

// TestRun: at the first characters that differ, or later, a run with the whole word follows, whatever the program did with the text before:
// it is a part of a line, in another case, or longer or shorter than the word.
func TestRun(t *testing.T) {
	section := func(line []byte) []byte { // what stands in brackets
		if len(line) == 0 || line[0] != '[' {
			return nil
		}
		for i, c := range line {
			if c == ']' {
				return line[1:i]
			}
		}
		return nil
	}
	lower := func(line []byte) (all []byte) {
		for _, c := range line {
			all = append(all, text.Fold(c))
		}
		return all
	}
	tests := []struct {
		name, line, path string
		copied           func([]byte) []byte
	}{
		{"the first character", "[abc]", "", section},
		{"a later one", "[nexus]", "tftf", section},
		{"a longer word", "[network_x]", "tftftftftftftf", section},
		{"a shorter word", "[net]", "tftftf", section},
		{"in another case", "[NEXT]", "tftf", func(line []byte) []byte { return lower(section(line)) }},
		{"the whole input", "ne", "tftf", func(line []byte) []byte { return line }},
	}
	for _, test := range tests {
		found := false
		target := faketarget.New(faketarget.Integers("eq", "eq", "eq"), func(m *faketarget.Machine) {
			found = compare(m, test.copied(read(m)), []byte("network")) || found
		})
		index := NewIndex([][]byte{[]byte("other"), []byte("network"), []byte("none")})
		f := analysistest.New(t, target, counted(test.line))
		n := f.Node(test.path)
		if !index.Applies(f.Tree, n) {
			t.Errorf("%s: the analysis does not apply", test.name)
		}
		executions, err := f.Run(n, func(ctx *analysis.Context) error { return index.Run(ctx) })
		if err != nil || !found || executions > 3*maxMatches {
			t.Errorf("%s: found %t after %d executions, %v", test.name, found, executions, err)
		}
	}
}

// TestApplies: an equality that holds is no node for words, nor is any node without words.
func TestApplies(t *testing.T) {
	target := faketarget.New(faketarget.Integers("eq", "slt"), func(m *faketarget.Machine) {
		c := int64(m.Uchar())
		m.Compare(0, c, c)
		m.Compare(1, c, 'n')
	})
	f := analysistest.New(t, target, []byte("a"))
	index := NewIndex([][]byte{[]byte("net")})
	if index.Applies(f.Tree, f.Node("")) || index.Applies(f.Tree, f.Node("t")) {
		t.Error("it applies to an equality that holds, or to a comparison by order")
	}
	if NewIndex([][]byte{{}}) != nil || NewIndex(nil).Applies(f.Tree, f.Node("")) {
		t.Error("without words it applies")
	}
}
