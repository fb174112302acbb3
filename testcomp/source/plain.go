package source

import (
	"bytes"
	"regexp"
	"slices"
)

var (
	// lineMarker matches a line directive.
	lineMarker = regexp.MustCompile(`^[ \t]*#[ \t]*(line[ \t]+)?[0-9]`)
	// predefined matches names of macros whose values depend on the place or are several tokens.
	predefined = regexp.MustCompile(`__[A-Z][A-Z0-9_]*__`)
	// foreign only the preprocessor understands: the operators for pragmas, other spellings of number signs and of backslashes.
	foreign = [][]byte{[]byte("_Pragma"), []byte("__pragma"), []byte("%:"), []byte("??")}
)

// IsPlain tells whether a C text has nothing for the preprocessor to do but to remove comments and to replace predefined macros by
// constants, so that tools for preprocessed text can read it as it is. It may miss such a text. The cost is linear in its size.
func IsPlain(text []byte) bool {
	if bytes.HasPrefix(text, []byte(byteOrderMark)) || spliced.Match(text) || predefined.Match(text) ||
		slices.ContainsFunc(foreign, func(sign []byte) bool { return bytes.Contains(text, sign) }) {
		return false
	}
	for line := range bytes.Lines(text) {
		if at := bytes.LastIndexByte(line, '#'); at >= 0 && mayBeDirective(line, at) {
			return false
		}
	}
	return true
}

// mayBeDirective tells whether a line with its last number sign at a place is a directive, but none about lines, or may be one: nothing or
// the end of a comment precedes the sign.
func mayBeDirective(line []byte, at int) bool {
	if first := bytes.IndexByte(line, '#'); len(bytes.TrimLeft(line[:first], " \t\v\f\r")) == 0 {
		return !lineMarker.Match(line)
	}
	return bytes.Contains(line[:at], []byte("*/"))
}
