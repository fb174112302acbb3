package goal

import (
	"bytes"
	"regexp"
	"strings"
)

var (
	abortCall  = regexp.MustCompile(`(^|\s|;|\{)abort\(\);`)
	assertHead = regexp.MustCompile(`void[^{]*__assert_fail`)
)

// addDumps inserts dump where TestCov makes gcov write its data: before each abort() and __assert_fail() in the form that
// TestCov's patterns match. If a test aborts by a call in another form, its coverage does not count. The placer's line breaks
// become blanks.
func addDumps(text []byte, dump string) []byte {
	out := make([]byte, 0, len(text)+len(text)/8)
	for len(text) > 0 {
		stop := bytes.IndexAny(text, "\n"+lineBreak)
		if stop < 0 {
			return append(out, dumpLine(text, dump)...)
		}
		separator := text[stop]
		if separator != '\n' {
			separator = ' '
		}
		out = append(append(out, dumpLine(text[:stop], dump)...), separator)
		text = text[stop+1:]
	}
	return out
}

func dumpLine(line []byte, dump string) []byte {
	if dump == "" {
		return line
	}
	if bytes.Contains(line, []byte("abort();")) && abortCall.Match(line) {
		line = replaceCalls(line, "abort();", ";{}:", "{ "+dump+"; abort(); }", "("+dump+", abort)();")
	}
	if bytes.Contains(line, []byte("__assert_fail")) && !assertHead.Match(line) {
		line = replaceCalls(line, "__assert_fail", ";{}", dump+"; __assert_fail", "("+dump+", __assert_fail)")
	}
	return line
}

// replaceCalls replaces each call at the beginning of the line, or behind one of the characters in before, by statement, and each
// other call by expression. TestCov always uses a statement, which does not compile in other places.
func replaceCalls(line []byte, call, before, statement, expression string) []byte {
	var out []byte
	for {
		at := bytes.Index(line, []byte(call))
		if at < 0 {
			return append(out, line...)
		}
		out = append(out, line[:at]...)
		if head := bytes.TrimSpace(out); len(head) == 0 || strings.IndexByte(before, head[len(head)-1]) >= 0 {
			out = append(out, statement...)
		} else {
			out = append(out, expression...)
		}
		line = line[at+len(call):]
	}
}

// withoutMarkers empties the lines that begin with "# ", by which the preprocessor tells where text is from. TestCov does this
// before it counts conditions, so that all text counts. A "#line" stays, and text behind it does not count.
func withoutMarkers(source []byte) []byte {
	lines := bytes.SplitAfter(source, []byte("\n"))
	for i, line := range lines {
		if bytes.HasPrefix(bytes.TrimSpace(line), []byte("# ")) {
			lines[i] = line[len(bytes.TrimRight(line, "\r\n")):]
		}
	}
	return bytes.Join(lines, nil)
}

// replaceErrorFunction replaces the body of the error function by exit(1), if its form matches TestCov's patterns. A function
// that is only declared also gets this body, as in TestCov, unless the text is only a part of the program.
func replaceErrorFunction(source []byte, name string, part bool) []byte {
	head := []byte("void " + name)
	if !bytes.Contains(source, head) {
		return source
	}
	quoted := regexp.QuoteMeta(name)
	definition := regexp.MustCompile(`\A[ \t]*void ` + quoted +
		`(?:[ \t]*\(.*\)[ \t]*\{.*\}|.*\{[ \t\r]*\n(?:.*\n)*?[ \t]*\})[ \t\r]*(?:\n|\z)`)
	declaration := regexp.MustCompile(`\A.*void ` + quoted + `\b.*(?:\n|\z)`)
	length := 0
	at := findLine(source, head, func(rest []byte) bool { length = matched(definition, rest); return length > 0 })
	if at < 0 && !part && !regexp.MustCompile(`\b`+quoted+`\s*\([^;{}]*\)\s*\{`).Match(source) {
		at = findLine(source, head, func(rest []byte) bool { length = matched(declaration, rest); return length > 0 })
	}
	if at < 0 {
		return source
	}
	body := "extern void exit (int __status); void " + name + "() { exit(1); }"
	body += strings.Repeat("\n", bytes.Count(source[at:at+length], []byte("\n")))
	return bytes.Join([][]byte{source[:at], []byte(body), source[at+length:]}, nil)
}

// findLine returns the offset of the first line that contains text and that accept accepts, or -1. accept gets the source from
// that line on.
func findLine(source, text []byte, accept func(rest []byte) bool) int {
	for from := 0; ; {
		next := bytes.Index(source[from:], text)
		if next < 0 {
			return -1
		}
		start := bytes.LastIndexByte(source[:from+next], '\n') + 1
		if accept(source[start:]) {
			return start
		}
		from += next + len(text)
	}
}

// matched returns the length of the match at the beginning of text, 0 if there is none.
func matched(pattern *regexp.Regexp, text []byte) int {
	if match := pattern.FindIndex(text); match != nil {
		return match[1]
	}
	return 0
}
