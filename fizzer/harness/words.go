package harness

import (
	"bytes"
	"regexp"
	"strings"

	"fizzer/testcomp/source"
)

// Bounds of the words of a program: a value of one byte names a byte or a word.
const (
	maxWords      = 96
	minWordLength = 2
	maxWordLength = 24
)

// tokens matches what must not be mistaken for a string literal, and string literals, whose content is the first group.
var tokens = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|'(?:[^'\\\n]|\\.)*'|"((?:[^"\\\n]|\\.)*)"`)

// wordsOf returns the string literals of the texts that may be words of an input language, without duplicates, in their order. Names of
// headers, formats and literals with escapes are none.
func wordsOf(sources [][]byte) (words []string) {
	seen := map[string]bool{}
	for _, text := range sources {
		for _, match := range tokens.FindAllSubmatchIndex(text, -1) {
			if match[2] < 0 || isHeader(text[:match[0]]) {
				continue
			}
			word := string(text[match[2]:match[3]])
			if isWord := len(word) >= minWordLength && len(word) <= maxWordLength && !strings.ContainsAny(word, `%\`); isWord && !seen[word] &&
				len(words) < maxWords {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	return words
}

// isHeader tells whether the text before a literal makes it the name of a header or of a linkage.
func isHeader(before []byte) bool {
	line := bytes.TrimSpace(before[bytes.LastIndexByte(before, '\n')+1:])
	return bytes.HasPrefix(line, []byte("#")) && bytes.Contains(line, []byte("include")) || bytes.HasPrefix(line, []byte("# "))
}

// literalWords returns the words as C literals.
func literalWords(sources [][]byte) (literals []string) {
	for _, word := range wordsOf(sources) {
		literals = append(literals, source.Literal(word))
	}
	return literals
}
