// Package excerpt makes a small program of a large one: the functions near main as they are, and others that only end the run. It
// compiles in a fraction of the time, and each of its runs is the beginning of a run of the whole program.
package excerpt

import (
	"bytes"
	"slices"
)

// Excerpt is a part of a program.
type Excerpt struct {
	Text []byte // C, to be preceded by Head; each line has the number that it has in the program
	Kept int    // functions that are whole
	Left int    // functions that end the run
}

// Head is a line that declares the function that the functions left out call. It names the symbol because the program may declare _exit in
// its own way.
const Head = `extern void __fizzer_beyond(int) __asm__("_exit");` + "\n"

// leave is the body of a function that is left out.
const leave = "__fizzer_beyond(0);"

// maxOutside bounds what is not in functions, as a multiple of what functions may have: compilers take declarations faster. Picked by hand.
const maxOutside = 4

// beforeMain are parts of names by which a program makes functions run before main. Left out, these would end each run.
var beforeMain = []string{"constructor", "init_array", "ifunc"}

// mainFunction is where a run begins.
const mainFunction = "main"

// Of returns the excerpt of a C text, preprocessed or not, in which the bodies of whole functions have at most so many bytes together.
// Functions are taken in the order of the calls that lead to them from main; one that is too long is left out. It returns nil if there
// is none: main alone is too long, or not found, or what is not in functions is too long, or nothing would be left out, or something may
// run before main. Functions whose declarator is unusual, and old-style ones, stay as they are. It accepts any text; a compiler may refuse
// the result, for example where directives divide a function. The cost is linear: 30 ms for 4 MB.
func Of(text []byte, limit int) *Excerpt {
	for _, sign := range beforeMain {
		if bytes.Contains(text, []byte(sign)) {
			return nil
		}
	}
	functions := scan(text)
	whole := wholeOf(text, functions, limit)
	outside := len(text)
	for i := range functions {
		outside -= len(functions[i].body)
	}
	if whole == nil || outside > maxOutside*limit || len(whole) == len(functions) {
		return nil
	}
	e := &Excerpt{Kept: len(whole), Left: len(functions) - len(whole)}
	copied := 0
	for i := range functions {
		f := &functions[i]
		if whole[i] {
			continue
		}
		e.Text = append(append(e.Text, text[copied:f.start]...), leave...)
		e.Text = append(e.Text, bytes.Repeat([]byte{'\n'}, bytes.Count(f.body, []byte{'\n'}))...)
		copied = f.start + len(f.body)
	}
	e.Text = append(e.Text, text[copied:]...)
	return e
}

// wholeOf returns the indices of the functions that are whole; nil: main is too long or unknown.
func wholeOf(text []byte, functions []function, limit int) map[int]bool {
	numbers := map[string]int{}
	for i := range functions {
		numbers[functions[i].name] = i
	}
	start, known := numbers[mainFunction]
	if !known || len(functions[start].body) > limit {
		return nil
	}
	whole, asked := map[int]bool{}, map[int]bool{start: true}
	for waiting := []int{start}; len(waiting) > 0; waiting = waiting[1:] {
		f := &functions[waiting[0]]
		if len(f.body) > limit {
			continue
		}
		limit -= len(f.body)
		whole[waiting[0]] = true
		for name := range words(f.body) {
			if called, defined := numbers[string(name)]; defined && !asked[called] {
				asked[called] = true
				waiting = append(waiting, called)
			}
		}
	}
	return whole
}

// function is a function of a text.
type function struct {
	name  string
	start int    // offset of its body
	body  []byte // what is between its braces
}

// scanner finds the functions of a text.
type scanner struct {
	text      []byte
	at        int
	lineStart bool // only blanks are before the current character in its line
	depth     int  // of braces
	begin     int  // offset of the present outermost declaration
	parameter bool // the last character that is no blank is a closing parenthesis
	functions []function
}

// scan returns the functions of a text whose name is plain to see.
func scan(text []byte) []function {
	s := &scanner{text: text, lineStart: true}
	for s.at < len(text) {
		s.step()
	}
	return slices.DeleteFunc(s.functions, func(f function) bool { return f.body == nil }) // the last one may have no end
}

// step reads a character, a comment, a directive or a constant.
func (s *scanner) step() {
	rest := s.text[s.at:]
	c := rest[0]
	switch {
	case isWord(c): // most characters
		s.at += wordLength(rest)
	case c == '\n':
		s.at++
		s.lineStart = true
		return
	case isBlank(c):
		s.at++
		return
	case c == '/' && bytes.HasPrefix(rest, []byte("/*")):
		s.at += behind(rest, 2, "*/")
		return
	case c == '/' && bytes.HasPrefix(rest, []byte("//")):
		s.at += lineLength(rest)
		return
	case c == '#' && s.lineStart:
		s.at += lineLength(rest)
		if s.depth == 0 {
			s.begin = s.at
		}
		return
	case c == '"' || c == '\'':
		s.at += quoted(rest)
	default:
		s.at++
		s.character(c)
	}
	s.lineStart, s.parameter = false, c == ')'
}

// character notes where declarations and functions begin and end.
func (s *scanner) character(c byte) {
	switch c {
	case '{':
		if s.depth++; s.depth == 1 && s.parameter {
			if name := nameOf(s.text[s.begin : s.at-1]); name != "" {
				s.functions = append(s.functions, function{name: name, start: s.at})
			}
		}
	case '}':
		if s.depth = max(s.depth-1, 0); s.depth > 0 {
			return
		}
		s.begin = s.at
		if n := len(s.functions); n > 0 && s.functions[n-1].body == nil {
			f := &s.functions[n-1]
			f.body = s.text[f.start : s.at-1 : s.at-1] // not nil
		}
	case ';':
		if s.depth == 0 {
			s.begin = s.at
		}
	}
}

// attributes are words before a group that is no list of parameters.
var attributes = []string{
	"__attribute__", "__attribute", "__declspec", "__asm__", "__asm", "asm", "typeof", "__typeof__", "__typeof", "_Alignas",
}

// nameOf returns the name of the function that a declaration before its body declares; empty if it is not plain to see. A declaration
// with an initialiser or with text that is no code has none.
func nameOf(declaration []byte) string {
	if bytes.ContainsAny(declaration, `="'#/\`) {
		return ""
	}
	for at := 0; at < len(declaration); {
		open := bytes.IndexByte(declaration[at:], '(')
		if open < 0 {
			return ""
		}
		open += at
		name := lastWord(declaration[at:open])
		switch {
		case bytes.HasPrefix(bytes.TrimLeft(declaration[open+1:], blanks), []byte{'*'}): // it returns a pointer to a function
			return ""
		case !slices.Contains(attributes, name):
			return name
		}
		if at = group(declaration, open); at < 0 {
			return ""
		}
	}
	return ""
}

// group returns the offset behind the group in parentheses at an offset; negative if it is not closed.
func group(text []byte, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// lastWord returns the word at the end of a text, before blanks; empty if it ends with something else.
func lastWord(text []byte) string {
	text = bytes.TrimRight(text, blanks)
	start := len(text)
	for start > 0 && isWord(text[start-1]) {
		start--
	}
	return string(text[start:])
}

// words yields the words of a text, those in strings and comments too.
func words(text []byte) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for len(text) > 0 {
			length := wordLength(text)
			if length > 0 && !yield(text[:length]) {
				return
			}
			text = text[max(length, 1):]
		}
	}
}

// wordLength returns the length of the word at the beginning of a text; 0: there is none.
func wordLength(text []byte) int {
	for i, c := range text {
		if !isWord(c) {
			return i
		}
	}
	return len(text)
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

const blanks = " \t\n\r\f\v"

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' }

// behind returns the offset behind the end of a comment, or the length of the text.
func behind(text []byte, from int, end string) int {
	length := bytes.Index(text[from:], []byte(end))
	if length < 0 {
		return len(text)
	}
	return from + length + len(end)
}

// lineLength returns the length of a line with its continuation lines, without the line end.
func lineLength(text []byte) int {
	for at := 0; ; at++ {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			return len(text)
		}
		if at += end; !bytes.HasSuffix(bytes.TrimRight(text[:at], " \t\r\f\v"), []byte(`\`)) {
			return at
		}
	}
}

// quoted returns the length of a string or character constant. If it is not closed, it ends with its line.
func quoted(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case text[0]:
			return i + 1
		case '\n':
			return i
		case '\\':
			i++
		}
	}
	return len(text)
}
