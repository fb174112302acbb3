package flags

import (
	"errors"
	"strings"
)

// Split splits a text into words as a shell does: blanks separate, quotation marks and backslashes protect. Nothing else has a
// meaning: no variables, no patterns.
func Split(text string) (words []string, err error) {
	s := splitter{}
	for _, c := range []byte(text) {
		s.next(c)
	}
	if s.quote != 0 || s.escaped {
		return nil, errors.New("a quotation mark is not closed, or the last character is a backslash")
	}
	s.end()
	return s.words, nil
}

type splitter struct {
	words   []string
	word    []byte
	inWord  bool
	quote   byte // the quotation mark that is open; 0: none
	escaped bool // the last character was a backslash
}

func (s *splitter) end() {
	if s.inWord {
		s.words = append(s.words, string(s.word))
	}
	s.word, s.inWord = nil, false
}

func (s *splitter) next(c byte) {
	switch {
	case s.escaped:
		if s.quote == '"' && !strings.ContainsRune("\"\\$`", rune(c)) {
			s.word = append(s.word, '\\')
		}
		s.escaped = false
		s.add(c)
	case c == '\\' && s.quote != '\'':
		s.escaped, s.inWord = true, true
	case s.quote != 0 && c == s.quote:
		s.quote = 0
	case s.quote != 0:
		s.add(c)
	case c == '\'' || c == '"':
		s.quote, s.inWord = c, true
	case strings.IndexByte(" \t\n\r", c) >= 0:
		s.end()
	default:
		s.add(c)
	}
}

func (s *splitter) add(c byte) { s.word, s.inWord = append(s.word, c), true }

// Quote returns words that Split returns again.
func Quote(words ...string) string {
	var quoted []string
	for _, word := range words {
		if word == "" || strings.ContainsAny(word, " \t\n\r\\'\"") {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		quoted = append(quoted, word)
	}
	return strings.Join(quoted, " ")
}
