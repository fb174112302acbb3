package goal

import "bytes"

// glued knows where a brace of TestCov's directly precedes a word. If that word is abort, TestCov's pattern does not match it.
type glued struct {
	before int // index of the token behind the last such brace, 0: there is none
}

// note notes where the brace is that clang-tidy puts behind a body, if the body had none: before the next token on the same line, or at the
// end of the line.
func (g *glued) note(c *cursor, braced bool) {
	if braced && bytes.IndexByte(c.source[c.behind():c.offset()], '\n') < 0 {
		g.before = c.at
	}
}

// spoils tells whether the current token is an abort() that TestCov's pattern does not match.
func (g *glued) spoils(c *cursor) bool { return c.at == g.before && c.text(c.at) == "abort" }
