package goal

import (
	"bytes"
	"strconv"
	"strings"
)

// kind is the kind of a token: the character itself for punctuation of one character, otherwise one of the constants.
type kind byte

const (
	end        kind = 0 // behind the last token
	identifier kind = iota + 128
	literal         // number, string or character constant
	operator        // punctuation of several characters that ends with '='
	typeWord        // word that can begin a declaration
	aggregate       // struct, union, enum
	staticWord      // static, extern: an initialiser behind it is constant
	typeOf
	attribute // a word followed by a group without code
	constant  // a word followed by a group of constants: _Static_assert, _Alignas
	word      // another keyword that may stand before a parenthesis
	extension
	wordIf
	wordElse
	wordWhile
	wordFor
	wordDo
	wordSwitch
	wordCase
	wordDefault
)

// words gives the kinds of the keywords of GNU C that matter here.
func words() map[string]kind {
	result := map[string]kind{
		"if": wordIf, "else": wordElse, "while": wordWhile, "for": wordFor, "do": wordDo,
		"switch": wordSwitch, "case": wordCase, "default": wordDefault, "__extension__": extension,
	}
	for k, list := range map[kind][]string{
		typeWord: {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool", "_Complex", "const", "volatile",
			"register", "auto", "typedef", "inline", "_Noreturn", "_Thread_local", "_Atomic", "__inline", "__inline__", "__const", "__const__",
			"__volatile__", "__volatile", "__signed__", "__signed", "__restrict", "__restrict__", "restrict", "__thread", "__auto_type",
			"__int128", "__builtin_va_list", "__complex__", "__label__"},
		aggregate:  {"struct", "union", "enum"},
		staticWord: {"static", "extern"},
		typeOf:     {"typeof", "__typeof", "__typeof__"},
		attribute:  {"__attribute__", "__attribute", "__declspec"},
		constant:   {"_Static_assert", "_Alignas"},
		word: {"return", "goto", "sizeof", "_Alignof", "__alignof__", "__alignof", "_Generic", "asm", "__asm", "__asm__", "break", "continue",
			"__real__", "__imag__"},
	} {
		for _, text := range list {
			result[text] = k
		}
	}
	return result
}

// token is a piece of the source: source[start:stop].
type token struct {
	start, stop uint32
	kind        kind
}

// marker is a line directive: the text from offset on is from line Line of file File.
type marker struct {
	offset int
	line   int
	file   string
}

// scanner splits preprocessed C into tokens. It skips directives and comments.
type scanner struct {
	source  []byte
	at      int
	tokens  []token
	markers []marker
	words   map[string]kind
}

// scan returns the tokens of source, followed by one of kind end, and its line directives. It accepts any text.
func scan(source []byte) ([]token, []marker) {
	s := &scanner{source: source, words: words(), tokens: make([]token, 0, len(source)/3+1)}
	for lineStart := true; s.at < len(source); {
		switch c := source[s.at]; {
		case c == '\n':
			s.at++
			lineStart = true
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\\':
			s.at++
			continue
		case c == '#' && lineStart:
			s.directive()
			continue
		case c == '/' && s.peek(1) == '*':
			s.comment()
			continue
		case c == '/' && s.peek(1) == '/':
			s.line()
			continue
		default:
			s.token(c)
		}
		lineStart = false
	}
	size := uint32(len(source))
	return append(s.tokens, token{size, size, end}), s.markers
}

// peek returns the character that is distance behind the current one, or 0.
func (s *scanner) peek(distance int) byte {
	if s.at+distance < len(s.source) {
		return s.source[s.at+distance]
	}
	return 0
}

// line advances to the end of the line, including continuation lines.
func (s *scanner) line() {
	for s.at < len(s.source) && s.source[s.at] != '\n' {
		if s.source[s.at] == '\\' && s.peek(1) == '\n' {
			s.at++
		}
		s.at++
	}
}

func (s *scanner) comment() {
	length := bytes.Index(s.source[s.at+2:], []byte("*/"))
	if length < 0 {
		s.at = len(s.source)
		return
	}
	s.at += length + 4
}

// directive skips a line that begins with '#'. If it is a line directive, directive notes the origin of the next line.
func (s *scanner) directive() {
	start := s.at
	s.line()
	s.at = min(s.at, len(s.source))
	text := bytes.TrimLeft(bytes.TrimPrefix(bytes.TrimLeft(s.source[start+1:s.at], " \t"), []byte("line")), " \t")
	digits := len(text) - len(bytes.TrimLeft(text, "0123456789"))
	line, err := strconv.Atoi(string(text[:digits]))
	if err != nil {
		return
	}
	m := marker{offset: s.at, line: line - 1} // the end of this line is still to come
	if _, rest, found := bytes.Cut(text[digits:], []byte(`"`)); found {
		m.file = unquoted(rest)
	} else if len(s.markers) > 0 {
		m.file = s.markers[len(s.markers)-1].file
	}
	s.markers = append(s.markers, m)
}

// unquoted returns the text of a string literal up to its closing quotation mark, with C's escapes replaced. In file names,
// preprocessors escape quotation marks, backslashes and line ends; clang also escapes other bytes.
func unquoted(literal []byte) string {
	var text []byte
	for i := 0; i < len(literal) && literal[i] != '"'; i++ {
		c := literal[i]
		if c == '\\' && i+1 < len(literal) {
			i++
			if c = literal[i]; c >= '0' && c <= '7' {
				digits := octalDigits(literal[i:])
				number, _ := strconv.ParseUint(string(literal[i:i+digits]), 8, 16) // at most 0777
				c, i = byte(number), i+digits-1
			} else if at := strings.IndexByte("abtnvfr", c); at >= 0 {
				c = "\a\b\t\n\v\f\r"[at]
			}
		}
		text = append(text, c)
	}
	return string(text)
}

// octalDigits returns the number of octal digits at the beginning of text, at most three.
func octalDigits(text []byte) int {
	n := 0
	for n < len(text) && n < 3 && text[n] >= '0' && text[n] <= '7' {
		n++
	}
	return n
}

// token appends the token that begins with c.
func (s *scanner) token(c byte) {
	start, k := s.at, kind(c)
	switch {
	case isLetter(c):
		s.while(isWord)
		if next := s.peek(0); (next == '"' || next == '\'') && s.at-start <= 2 { // L"", u8""
			s.quoted(next)
			k = literal
		} else if known, ok := s.words[string(s.source[start:s.at])]; ok {
			k = known
		} else {
			k = identifier
		}
	case isDigit(c) || c == '.' && isDigit(s.peek(1)):
		s.number()
		k = literal
	case c == '"' || c == '\'':
		s.quoted(c)
		k = literal
	default:
		s.at++
		if s.peek(0) == '=' && bytes.IndexByte([]byte("=!<>+-*/%&|^"), c) >= 0 {
			s.at++
			k = operator
		}
	}
	s.tokens = append(s.tokens, token{uint32(start), uint32(s.at), k})
}

func (s *scanner) while(accept func(byte) bool) {
	for s.at < len(s.source) && accept(s.source[s.at]) {
		s.at++
	}
}

// number skips a preprocessing number, such as 0x1p-3.
func (s *scanner) number() {
	for s.at < len(s.source) && (isWord(s.source[s.at]) || s.source[s.at] == '.') {
		c := s.source[s.at] | 0x20
		s.at++
		if sign := s.peek(0); (c == 'e' || c == 'p') && (sign == '+' || sign == '-') {
			s.at++
		}
	}
}

// quoted skips a string or character constant. If it is not closed, it ends with its line.
func (s *scanner) quoted(quote byte) {
	for s.at++; s.at < len(s.source); s.at++ {
		switch s.source[s.at] {
		case quote:
			s.at++
			return
		case '\n':
			return
		case '\\':
			s.at++
		}
	}
	s.at = min(s.at, len(s.source))
}

func isLetter(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c == '$' || c >= 128
}
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isWord(c byte) bool  { return isLetter(c) || isDigit(c) }
