package source

import (
	"bytes"
	"regexp"
)

// findings are the names in a C text that may be those of headers.
type findings struct {
	includes []string // in quotes behind #include or a similar directive, or behind __has_include
	angles   []string // in angle brackets behind #include or a similar directive
	strings  []string // the strings in macros; an #include may name its header by a macro
	computed bool     // an #include names its header by a macro
}

var spliced = regexp.MustCompile(`\\[ \t\v\f\r]*\n`)

// unspliced joins continuation lines.
func unspliced(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	return spliced.ReplaceAll(text, nil)
}

// find returns the names in a C text. It ignores preprocessor conditions and accepts any text.
func find(text []byte) findings {
	s := scanner{text: unspliced(text)}
	for lineStart := true; s.at < len(s.text); {
		s.blanks()
		switch c := s.peek(0); {
		case c == '\n':
			s.at++
			lineStart, s.strings = true, nil
			continue
		case lineStart && c == '#':
			s.at++
			s.directive()
		case lineStart && c == '%' && s.peek(1) == ':':
			s.at += 2
			s.directive()
		case c == '"' || c == '\'':
			if name := s.quoted(c); s.strings != nil && c == '"' {
				*s.strings = append(*s.strings, name)
			}
		case s.at < len(s.text):
			s.at++
		}
		lineStart = false
	}
	return s.found
}

// scanner scans a C text.
type scanner struct {
	text    []byte
	at      int
	found   findings
	strings *[]string // where to add the strings of the current line; nil: nowhere
}

// peek returns the character that is distance behind the current one, or 0.
func (s *scanner) peek(distance int) byte {
	if s.at+distance < len(s.text) {
		return s.text[s.at+distance]
	}
	return 0
}

// blanks skips blanks and comments within a line; a comment may end on a later line.
func (s *scanner) blanks() {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
			s.at++
		case c == '/' && s.peek(1) == '*':
			s.to("*/")
		case c == '/' && s.peek(1) == '/':
			s.at += lineLength(s.text[s.at:])
		default:
			return
		}
	}
}

// to advances behind the end of a comment, or to the end of the text.
func (s *scanner) to(end string) {
	const open = len("/*")
	length := bytes.Index(s.text[s.at+open:], []byte(end))
	if length < 0 {
		s.at = len(s.text)
		return
	}
	s.at += open + length + len(end)
}

func lineLength(text []byte) int {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return end
	}
	return len(text)
}

// quoted skips a string or character constant and returns its content. If it is not closed, it ends with its line.
func (s *scanner) quoted(quote byte) string {
	s.at++
	start := s.at
	for s.at < len(s.text) && s.text[s.at] != '\n' {
		switch s.text[s.at] {
		case quote:
			s.at++
			return string(s.text[start : s.at-1])
		case '\\':
			s.at++
		}
		s.at++
	}
	s.at = min(s.at, len(s.text))
	return string(s.text[start:s.at])
}

// directive reads a directive from behind its sign on, except for strings later in its line.
func (s *scanner) directive() {
	s.blanks()
	switch s.word() {
	case "include", "include_next", "import":
		s.include()
	case "define":
		s.strings = &s.found.strings
	case "if", "elif":
		s.strings = &s.found.includes
	}
}

// include notes the name in an #include. Names of headers have no escapes.
func (s *scanner) include() {
	s.blanks()
	switch c := s.peek(0); {
	case c == '"':
		s.at++
		line := s.text[s.at : s.at+lineLength(s.text[s.at:])]
		if end := bytes.IndexByte(line, '"'); end >= 0 {
			s.found.includes = append(s.found.includes, string(line[:end]))
			s.at += end + 1
		}
	case c == '<': // a system header; a name that contains /* does not begin a comment
		line := s.text[s.at : s.at+lineLength(s.text[s.at:])]
		if end := bytes.IndexByte(line, '>'); end >= 0 {
			s.found.angles = append(s.found.angles, string(line[1:end]))
		}
		s.at += max(bytes.IndexByte(line, '>'), 0) + 1
	case isWord(c):
		s.found.computed = true
	}
}

func (s *scanner) word() string {
	start := s.at
	for isWord(s.peek(0)) {
		s.at++
	}
	return string(s.text[start:s.at])
}

func isWord(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}
