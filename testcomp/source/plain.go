package source

import (
	"bytes"
	"regexp"
	"slices"
)

var (
	// lineMarker matches a whole line directive without comments and without escapes in its name.
	lineMarker = regexp.MustCompile(`^[ \t]*#[ \t]*(line[ \t]+)?[0-9][^/\\]*(/[^*/\\]+)*/?\s*$`)
	// merger matches a pragma of CIL, which says of which files it merged a text. No compiler knows it.
	merger = regexp.MustCompile(`^[ \t]*#[ \t]*pragma[ \t]+merger[ \t]*\([^*\\]*\)\s*$`)
	// predefined matches names of macros whose values depend on the place or are several tokens.
	predefined = regexp.MustCompile(`__[A-Z][A-Z0-9_]*__`)
	// foreign is what only the preprocessor understands: operators for pragmas, macros of several tokens, other spellings of number signs,
	// backslashes and letters, zero bytes.
	foreign = []string{"_Pragma", "__pragma", "__alias__", "__seg_", "%:", "??", `\u`, `\U`, "\x00"}
	// lineEnd matches the end of a line for compilers that is none for others.
	lineEnd = regexp.MustCompile(`\r[^\n]|\r$`)
)

// IsPlain tells whether a C text has nothing for the preprocessor to do but to remove comments and to replace predefined macros by
// constants, so that tools for preprocessed text can read it as it is. It may miss such a text. The cost is linear in its size.
func IsPlain(text []byte) bool {
	if bytes.HasPrefix(text, []byte(byteOrderMark)) || spliced.Match(text) || predefined.Match(text) || lineEnd.Match(text) ||
		slices.ContainsFunc(foreign, func(sign string) bool { return bytes.Contains(text, []byte(sign)) }) {
		return false
	}
	for line := range bytes.Lines(text) {
		if at := bytes.LastIndexByte(line, '#'); at >= 0 && mayBeDirective(line, at) {
			return false
		}
	}
	return true
}

// mayBeDirective tells whether a line with its last number sign at a place is a directive that the preprocessor obeys, or may be one:
// nothing or the end of a comment precedes the sign. Those about lines are not meant.
func mayBeDirective(line []byte, at int) bool {
	if first := bytes.IndexByte(line, '#'); len(bytes.TrimLeft(line[:first], " \t\v\f\r")) == 0 {
		return !lineMarker.Match(line) && !merger.Match(line)
	}
	return bytes.Contains(line[:at], []byte("*/"))
}
