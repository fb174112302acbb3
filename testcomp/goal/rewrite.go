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

// addDumps puts dump where TestCov has gcov write its data: before each abort() and __assert_fail() that is written in
// the form that TestCov's patterns match. An abort in any other form loses what its test covered. The line breaks of the
// placer become blanks.
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
	if bytes.Contains(line, []byte("abort();")) && abortCall.Match(line) {
		line = replaceCalls(line, "abort();", ";{}:", "{ "+dump+"; abort(); }", "("+dump+", abort)();")
	}
	if bytes.Contains(line, []byte("__assert_fail")) && !assertHead.Match(line) {
		line = replaceCalls(line, "__assert_fail", ";{}", dump+"; __assert_fail", "("+dump+", __assert_fail)")
	}
	return line
}

// replaceCalls puts statement in the place of each call at the beginning of the line or behind one of the characters in
// before, and expression in that of any other. TestCov always puts a statement, which does not compile elsewhere.
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

// replaceErrorFunction replaces the body of the error function by exit(1), in the forms that TestCov's patterns match. A
// function that is only declared gets this body; TestCov does the same.
func replaceErrorFunction(source []byte, name string) []byte {
	quoted := regexp.QuoteMeta(name)
	body := "extern void exit (int __status); void " + name + "() { exit(1); }"
	oneLine := regexp.MustCompile(`(?m)^[ \t]*void ` + quoted + `[ \t]*\(.*\)[ \t]*\{.*\}[ \t\r]*$`)
	lines := regexp.MustCompile(`(?m)^[ \t]*void ` + quoted + `.*\{[ \t\r]*\n(?:.*\n)*?[ \t]*\}[ \t\r]*$`)
	found := oneLine.FindIndex(source)
	if other := lines.FindIndex(source); other != nil && (found == nil || other[0] < found[0]) {
		found = other
	}
	if found == nil && !regexp.MustCompile(`\b`+quoted+`\s*\([^;{}]*\)\s*\{`).Match(source) {
		found = regexp.MustCompile(`(?m)^.*void ` + quoted + `\b.*$`).FindIndex(source)
	}
	if found == nil {
		return source
	}
	body += strings.Repeat("\n", bytes.Count(source[found[0]:found[1]], []byte("\n")))
	return bytes.Join([][]byte{source[:found[0]], []byte(body), source[found[1]:]}, nil)
}
