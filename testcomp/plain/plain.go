// Package plain makes other people's text fit to be shown: names of files and functions, lines of programs, messages of
// compilers about them. Such text may hold what a terminal takes for commands, and what ends a comment, a line or a table's
// cell. Whatever cannot be printed is replaced by its number, as in \u001b, which JSON reads as the same character.
package plain

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text replaces all that is not printable but line ends and tabs: control characters, marks that change the direction of
// writing, separators of lines that are none for C, bytes that are no UTF-8.
func Text(text string) string {
	return replace(text, func(r rune) bool { return r == '\n' || r == '\t' })
}

// Line is Text of what has to stay on one line: line ends and tabs are replaced, too.
func Line(text string) string { return replace(text, func(rune) bool { return false }) }

// Indented is Text with blanks before each line but the first: the others cannot be taken for lines of ours.
func Indented(text string) string { return strings.ReplaceAll(Text(text), "\n", "\n  ") }

// Cell is Line for Markdown, also within a table: no code, no link, no HTML, no other cell comes of it.
func Cell(text string) string {
	var cell strings.Builder
	for _, r := range Line(text) {
		if strings.ContainsRune("\\`*[<|&", r) {
			cell.WriteByte('\\')
		}
		cell.WriteRune(r)
	}
	return cell.String()
}

func replace(text string, keep func(rune) bool) string {
	if isPlain(text) {
		return text
	}
	var shown strings.Builder
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		at += size
		switch {
		case r == utf8.RuneError && size == 1:
			shown.WriteRune(utf8.RuneError)
		case keep(r) || isPrintable(r):
			shown.WriteRune(r)
		case r > 0xffff:
			high, low := (r-0x10000)>>10+0xd800, (r-0x10000)&0x3ff+0xdc00 // as in JSON
			fmt.Fprintf(&shown, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&shown, `\u%04x`, r)
		}
	}
	return shown.String()
}

// isPlain is the fast way for most texts.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// isPrintable takes letters, marks, numbers, signs and blanks of any script, also joiners, which some scripts need.
func isPrintable(r rune) bool {
	return unicode.IsPrint(r) || unicode.Is(unicode.Zs, r) || r == '\u200c' || r == '\u200d'
}

// Writer writes Text of what is written to it. A character may be cut in two by the end of a write.
type Writer struct {
	out  io.Writer
	rest []byte // the beginning of a character
}

// NewWriter returns a writer to out.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// Write implements io.Writer. The number of bytes is that of p, unless out fails.
func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.rest, p...)
	whole := len(text) - unfinished(text)
	w.rest = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(w.out, Text(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// unfinished returns how many bytes at the end of text may begin a character that goes on.
func unfinished(text []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(text); n++ {
		if last := text[len(text)-n:]; utf8.RuneStart(last[0]) {
			if utf8.FullRune(last) {
				return 0
			}
			return n
		}
	}
	return 0
}

// Flush writes the beginning of a character that never went on.
func (w *Writer) Flush() error {
	if len(w.rest) == 0 {
		return nil
	}
	_, err := io.WriteString(w.out, Text(string(w.rest)))
	w.rest = nil
	return err
}
