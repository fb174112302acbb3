// Package text finds what may be text in an input and edits it: characters that the program read one by one, and strings that it read at
// once. An edit that makes a text longer or shorter also corrects a number before it that counted its characters.
package text

import (
	"encoding/binary"
	"math"
	"slices"

	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// Text is a part of an input: several characters of one width, each a value, or one string.
type Text struct {
	First  int  // index of the first value in Reads
	Count  int  // values; of a string 1
	Offset int  // of the first character in Bytes
	Width  int  // bytes of a character
	Length int  // characters
	Fixed  bool // the length cannot change: a string
}

// Of returns the texts of an input, in order: strings, and at least two characters in a row, without a first one that counts the others.
// Values of 2 and 4 bytes count as characters where all in a row are such, and wide says that they may. The cost is proportional to the
// number of values.
func Of(in trace.Input, wide bool) []Text {
	var all []Text
	for i := 0; i < len(in.Reads); {
		t, ok := startingAt(in, i, wide)
		if ok {
			all = append(all, t)
		}
		i = t.First + t.Count
	}
	return all
}

// startingAt returns the longest text whose first value is value i.
func startingAt(in trace.Input, i int, wide bool) (Text, bool) {
	r := in.Reads[i]
	t := Text{First: i, Count: 1, Offset: int(r.Offset), Width: int(r.Size), Length: 1}
	switch layout.InputType(r.Type) {
	case layout.InputTypeString:
		t.Width, t.Length, t.Fixed = 1, int(r.Size), true
		return t, t.Length > 0
	case layout.InputTypeUint8, layout.InputTypeSint8:
	case layout.InputTypeUint16, layout.InputTypeSint16, layout.InputTypeUint32, layout.InputTypeSint32:
		if !wide || !isCharacter(in, r) {
			return t, false
		}
	default:
		return t, false
	}
	for i+t.Count < len(in.Reads) {
		next := in.Reads[i+t.Count]
		if next.Type != r.Type || next.Size != r.Size || t.Width > 1 && !isCharacter(in, next) {
			break
		}
		t.Count++
	}
	if t.Count > 2 && number(in.Bytes, r) == uint64(t.Count-1) { // it counts the others
		t.First, t.Count, t.Offset = t.First+1, t.Count-1, t.Offset+t.Width
	}
	t.Length = t.Count
	return t, t.Count > 1
}

// isCharacter reports whether a wider number is that of a character.
func isCharacter(in trace.Input, r layout.Read) bool { return number(in.Bytes, r) <= 0xff }

// number returns the value of an integer of at most 8 bytes, zero-extended.
func number(bytes []byte, r layout.Read) uint64 {
	var word [8]byte
	copy(word[:], bytes[r.Offset:][:r.Size])
	return binary.LittleEndian.Uint64(word[:])
}

// Characters appends the characters of t in input to to.
func (t Text) Characters(to, input []byte) []byte {
	for i := range t.Length {
		to = append(to, input[t.Offset+i*t.Width])
	}
	return to
}

// Replace returns a copy of the input in which word stands for the characters [from, end) of t, 0 <= from <= end <= t.Length. What
// follows moves. A string keeps its length: it loses its end, or gets zeros. Where the text becomes longer or shorter, the last number
// before it that counts its characters changes with it, if there is one.
func (t Text) Replace(in trace.Input, from, end int, word []byte) []byte {
	at, behind := t.Offset+from*t.Width, t.Offset+end*t.Width
	output := make([]byte, 0, len(in.Bytes)+len(word)*t.Width)
	output = append(output, in.Bytes[:at]...)
	for _, c := range word {
		output = append(output, c)
		output = append(output, make([]byte, t.Width-1)...)
	}
	if t.Fixed {
		stop := t.Offset + t.Length
		output = append(output, in.Bytes[behind:stop]...)
		output = append(output, make([]byte, max(stop-len(output), 0))...)
		return append(output[:stop], in.Bytes[stop:]...)
	}
	output = t.recount(in, output, len(word)-(end-from))
	return append(output, in.Bytes[behind:]...)
}

// Escape is the first byte of a long input of a fuzz target: its harness reads the number of bytes that follow in two bytes then.
const Escape = 255

// escape replaces a first byte, which cannot count as many characters, by Escape and two bytes that do, as far as these can.
func escape(length uint64, output []byte) []byte {
	length = min(length, math.MaxUint16)
	return slices.Insert(append([]byte{Escape}, output[1:]...), 1, byte(length), byte(length>>8))
}

// recount changes the last number before the text that has the value of its length, and returns output, which may be longer then. Without
// such a number it changes a larger one directly before a text at the end of the input: the run ended at a limit before it had read as many
// characters.
func (t Text) recount(in trace.Input, output []byte, change int) []byte {
	if change == 0 || t.First == 0 {
		return output
	}
	length := uint64(t.Length + change)
	if r := in.Reads[0]; t.First == 1 && layout.InputType(r.Type) == layout.InputTypeUint8 && length > math.MaxUint8 &&
		number(in.Bytes, r) == uint64(t.Length) {
		return escape(length, output)
	}
	for _, r := range slices.Backward(in.Reads[:t.First]) {
		if counts(r, length) && number(in.Bytes, r) == uint64(t.Length) {
			put(output, r, length)
			return output
		}
	}
	last := t.First+t.Count == len(in.Reads)
	if r := in.Reads[t.First-1]; last && counts(r, length) && number(in.Bytes, r) > uint64(t.Length) {
		put(output, r, length)
	}
	return output
}

// counts reports whether a value is an integer that can have the value length.
func counts(r layout.Read, length uint64) bool {
	switch layout.InputType(r.Type) {
	case layout.InputTypeFloat32, layout.InputTypeFloat64, layout.InputTypeBoolean:
		return false
	}
	return trace.Numeric(r) && r.Size <= 8 && (r.Size == 8 || length>>(8*r.Size) == 0)
}

func put(output []byte, r layout.Read, value uint64) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], value)
	copy(output[r.Offset:][:r.Size], word[:])
}

// WordAt returns the bounds of the word that holds character i: letters, digits and underscores in a row. Another character is a word
// by itself.
func WordAt(characters []byte, i int) (from, end int) {
	from, end = i, i+1
	if i >= len(characters) {
		return i, i
	}
	if !inWord(characters[i]) {
		return from, end
	}
	for from > 0 && inWord(characters[from-1]) {
		from--
	}
	for end < len(characters) && inWord(characters[end]) {
		end++
	}
	return from, end
}

// Words returns the bounds of all words, in order (WordAt).
func Words(characters []byte) (bounds [][2]int) {
	for at := 0; at < len(characters); {
		from, end := WordAt(characters, at)
		bounds = append(bounds, [2]int{from, end})
		at = end
	}
	return bounds
}

func inWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || Fold(c) >= 'a' && Fold(c) <= 'z'
}

// Fold returns the character in lower case.
func Fold(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
