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

// dangerous are texts by which functions may run before main, which would end each run if they were left out, or __fizzer_beyond may call
// something else, or what is left out has an effect on the rest.
var dangerous = []string{"constructor", "init_array", "ifunc", `"_exit"`, "__COUNTER__", "_Pragma"}

// exitFunction is what the functions left out call. A program must not have its own.
const exitFunction = "_exit"

// mainFunction is where a run begins.
const mainFunction = "main"

// Of returns the excerpt of a C text, preprocessed or not, in which the bodies of whole functions have at most so many bytes together.
// Functions are taken in the order of the calls that lead to them from main; one that is too long is left out. It returns nil if there
// is none: main alone is too long, or not found, or what is not in functions is too long, or nothing would be left out, or the text has
// something by which the runs of an excerpt might be no beginnings of its own. Functions whose declarator is unusual, old-style ones, and
// those with directives stay as they are. It accepts any text; a compiler may refuse the result. The cost is linear: 30 ms for 4 MB.
func Of(text []byte, limit int) *Excerpt {
	for _, sign := range dangerous {
		if bytes.Contains(text, []byte(sign)) {
			return nil
		}
	}
	functions, ok := scan(text)
	if !ok {
		return nil
	}
	whole := wholeOf(functions, limit)
	outside := len(text)
	for i := range functions {
		outside -= functions[i].cost()
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
func wholeOf(functions []function, limit int) map[int]bool {
	numbers := map[string][]int{} // directives may choose between functions of one name
	for i := range functions {
		numbers[functions[i].name] = append(numbers[functions[i].name], i)
	}
	waiting := numbers[mainFunction]
	if len(waiting) == 0 {
		return nil
	}
	delete(numbers, mainFunction)
	whole := map[int]bool{}
	for i := range functions {
		if functions[i].fixed {
			whole[i] = true
		}
	}
	for mains := len(waiting); len(waiting) > 0; waiting = waiting[1:] {
		f := &functions[waiting[0]]
		if f.cost() > limit {
			if mains > 0 {
				return nil
			}
			continue
		}
		mains--
		limit -= f.cost()
		whole[waiting[0]] = true
		for name := range words(f.body) {
			if called, defined := numbers[string(name)]; defined {
				waiting = append(waiting, called...)
				delete(numbers, string(name)) // it is asked for once
			}
		}
	}
	return whole
}

// function is a function of a text.
type function struct {
	name  string
	start int    // offset of its body
	body  []byte // what is between its braces; nil: it has no end
	fixed bool   // it has directives, so that it stays as it is
}

// cost returns the bytes of the limit that the function takes if it is whole.
func (f *function) cost() int {
	if f.fixed {
		return 0
	}
	return len(f.body)
}

// scanner finds the functions of a text.
type scanner struct {
	text      []byte
	at        int
	lineStart bool // only blanks are before the current character in its line
	depth     int  // of braces
	begin     int  // offset of the present outermost declaration
	parameter bool // the last character that is no blank is a closing parenthesis
	inside    bool // the last of functions has not ended
	lost      bool // depth may be wrong
	functions []function
}

// scan returns the functions of a text whose name is plain to see. It returns false if it may have taken something else for a function.
func scan(text []byte) (functions []function, ok bool) {
	s := &scanner{text: text, lineStart: true}
	for s.at < len(text) && !s.lost {
		s.step()
	}
	return slices.DeleteFunc(s.functions, func(f function) bool { return f.body == nil }), !s.lost
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
		s.at += commentLength(rest)
		return
	case c == '/' && bytes.HasPrefix(rest, []byte("//")):
		s.at += lineLength(rest)
		return
	case c == '#' && s.lineStart:
		s.directive()
		return
	case c == '"' || c == '\'':
		s.at += quoted(rest)
	default:
		s.at++
		s.character(c)
	}
	s.lineStart, s.parameter = false, c == ')'
}

// directive reads a directive. One in a function may decide or define something for the rest of the text, unless it only tells a line.
func (s *scanner) directive() {
	length, open := directive(s.text[s.at:])
	what := bytes.TrimLeft(s.text[s.at+1:s.at+length], blanks)
	s.at += length
	if s.depth == 0 {
		s.begin = s.at
	}
	if s.inside && len(what) > 0 && (what[0] < '0' || what[0] > '9') {
		s.functions[len(s.functions)-1].fixed = true
	}
	s.lost = s.lost || open != 0 // a macro that stands for a brace
}

// character notes where declarations and functions begin and end.
func (s *scanner) character(c byte) {
	switch c {
	case '{':
		if s.depth++; s.depth == 1 && s.parameter {
			s.beginFunction()
		}
	case '}':
		s.lost = s.lost || s.depth == 0
		if s.depth = max(s.depth-1, 0); s.depth > 0 {
			return
		}
		s.begin = s.at
		if s.inside {
			f := &s.functions[len(s.functions)-1]
			f.body = s.text[f.start : s.at-1 : s.at-1] // not nil
			s.inside = false
		}
	case ';':
		if s.depth == 0 {
			s.begin = s.at
		}
	case '<', '%', '?':
		if s.at < len(s.text) && slices.Contains(alternatives, string(s.text[s.at-1:s.at+1])) {
			s.lost = true
		}
	}
}

// alternatives are the beginnings of digraphs and trigraphs that may stand for braces and directives.
var alternatives = []string{"<%", "%>", "%:", "??"}

func (s *scanner) beginFunction() {
	name := nameOf(s.text[s.begin : s.at-1])
	if slices.Contains(statements, name) || name == exitFunction {
		s.lost = true
	}
	if name != "" {
		s.functions = append(s.functions, function{name: name, start: s.at})
		s.inside = true
	}
}

// statements are words before a group in parentheses and a block within functions.
var statements = []string{"if", "switch", "while", "for"}

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

// commentLength returns the length of a comment that begins with a star.
func commentLength(text []byte) int {
	const mark = len("/*")
	length := bytes.Index(text[mark:], []byte("*/"))
	if length < 0 {
		return len(text)
	}
	return mark + length + mark
}

// lineLength returns the length of a line with its continuation lines, without the line end.
func lineLength(text []byte) int {
	for at := 0; ; at++ {
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			return len(text)
		}
		if at += end; !continues(text[:at]) {
			return at
		}
	}
}

// continues reports whether the next line belongs to the one that ends here.
func continues(line []byte) bool {
	return bytes.HasSuffix(bytes.TrimRight(line, " \t\r\f\v"), []byte(`\`))
}

// directive returns the length of a directive without the line end, and how many braces it opens and does not close. A comment in it may
// end in a later line.
func directive(text []byte) (length, open int) {
	for at := 0; at < len(text); {
		rest := text[at:]
		switch {
		case rest[0] == '\n' && !continues(text[:at]):
			return at, open
		case rest[0] == '"' || rest[0] == '\'':
			at += quoted(rest)
			continue
		case bytes.HasPrefix(rest, []byte("/*")):
			at += commentLength(rest)
			continue
		case bytes.HasPrefix(rest, []byte("//")):
			return at + lineLength(rest), open
		case rest[0] == '{':
			open++
		case rest[0] == '}':
			open--
		}
		at++
	}
	return len(text), open
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
