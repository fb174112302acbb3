package goal

import "bytes"

// lineBreak marks a place in the output where TestCov breaks a line and we do not. We keep the text's lines, so that the
// compiler's messages fit, and yet addDumps sees TestCov's lines.
const lineBreak = "\x01"

// markedText is the program with what was inserted so far.
type markedText struct {
	source []byte
	copied int // the source up to this offset is in out
	out    bytes.Buffer
}

func newMarkedText(source []byte) *markedText {
	m := &markedText{source: source}
	m.out.Grow(len(source) + len(source)/2)
	return m
}

// insert writes text at offset or, if a statement is missing, behind the text inserted there before.
func (m *markedText) insert(offset int, text string) {
	offset = max(offset, m.copied)
	m.out.Write(m.source[m.copied:offset])
	m.out.WriteString(text)
	m.copied = offset
}

// bytes returns the marked program.
func (m *markedText) bytes() []byte {
	m.out.Write(m.source[m.copied:])
	m.copied = len(m.source)
	return m.out.Bytes()
}
