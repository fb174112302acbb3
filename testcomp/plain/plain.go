// Package plain makes untrusted text safe to show: names of files and functions, lines of programs, messages of compilers about
// them. Such text may contain control sequences for terminals, or characters that end a comment, a line or a table's cell. Every
// character that cannot be printed is replaced by its number, as in \u001b, which JSON reads as the same character.
package plain

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text replaces all characters that are not printable except line ends and tabs: control characters, marks that change the
// direction of writing, line separators that C does not know, and bytes that are not UTF-8.
func Text(text string) string {
	return replace(text, func(r rune) bool { return r == '\n' || r == '\t' })
}

// Line is Text for text that must stay on one line: it also replaces line ends and tabs.
func Line(text string) string { return replace(text, func(rune) bool { return false }) }

// Indented is Text with blanks before each line but the first, so that these lines cannot be mistaken for ours.
func Indented(text string) string { return strings.ReplaceAll(Text(text), "\n", "\n  ") }

// Cell is Line for Markdown, including tables: the text cannot make code, a link, HTML or another cell.
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

// isPlain is the fast path for most texts.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// isPrintable accepts letters, marks, numbers, signs and blanks of any script, and joiners, which some scripts need.
func isPrintable(r rune) bool {
	return unicode.IsPrint(r) || unicode.Is(unicode.Zs, r) || r == '\u200c' || r == '\u200d'
}

// Writer writes Text of what is written to it. A character may be split between two writes.
type Writer struct {
	out  io.Writer
	rest []byte // the beginning of a character that is not complete yet
}

// NewWriter returns a writer to out.
func NewWriter(out io.Writer) *Writer { return &Writer{out: out} }

// Write implements io.Writer. It returns the length of p unless out fails.
func (w *Writer) Write(p []byte) (int, error) {
	text := append(w.rest, p...)
	whole := len(text) - unfinished(text)
	w.rest = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(w.out, Text(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// unfinished returns how many bytes at the end of text may be the beginning of a character.
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

// Flush writes the beginning of a character that was never completed.
func (w *Writer) Flush() error {
	if len(w.rest) == 0 {
		return nil
	}
	_, err := io.WriteString(w.out, Text(string(w.rest)))
	w.rest = nil
	return err
}
