package breed

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// lineEntry is an entry whose input is a text of single characters.
func lineEntry(line string) *corpus.Entry {
	in := trace.Input{Bytes: []byte(line)}
	for i := range in.Bytes {
		in.Reads = append(in.Reads, layout.Read{Offset: uint32(i), Type: uint16(layout.InputTypeUint8), Size: 1})
	}
	return &corpus.Entry{Input: in}
}

// TestWordings: each single edit of a text is made once; of many as many as allowed; none of a long text or in a long input.
func TestWordings(t *testing.T) {
	random := draw.New(1, 2)
	words := [][]byte{[]byte("net")}
	others := []*corpus.Entry{lineEntry("a=\x00"), lineEntry(strings.Repeat("-", 65))}
	got := fmt.Sprintf("%q", Wordings(random, lineEntry("[x1\x00"), words, [][]byte{{'v'}}, others))
	want := fmt.Sprintf("%q", []string{"x1\x00", "[\x00", // without a word
		"netx1\x00", "net[x1\x00", "[net\x00", "[netx1\x00", "[x1net\x00", // with one
		"vx1\x00", "v[x1\x00", "[v\x00", "[vx1\x00", "[x1v\x00", // with a character
		"a=\n[x1\x00", "[x1\na=\x00"}) // with a line
	if got != want {
		t.Errorf("%s instead of %s", got, want)
	}
	for len(words) < 1000 {
		words = append(words, []byte("word"))
	}
	if n := len(Wordings(random, lineEntry("[]"), words, nil, nil)); n != 2+maxWordings {
		t.Errorf("%d inputs with many words", n)
	}
	if long := Wordings(random, lineEntry(strings.Repeat("-", 65)), words, nil, nil); len(long) != 0 {
		t.Errorf("%d inputs of a long text", len(long))
	}
	many := &corpus.Entry{}
	for i := range 3 * maxWordedTexts {
		many.Bytes = append(many.Bytes, "ab\x00\x00\x00\x00"...)
		offset := uint32(6 * i)
		many.Reads = append(many.Reads, layout.Read{Offset: offset, Type: uint16(layout.InputTypeUint8), Size: 1},
			layout.Read{Offset: offset + 1, Type: uint16(layout.InputTypeUint8), Size: 1},
			layout.Read{Offset: offset + 2, Type: uint16(layout.InputTypeSint32), Size: 4})
	}
	if n := len(Wordings(random, many, words[:1], nil, nil)); n != maxWordedTexts*(1+3) {
		t.Errorf("%d inputs of an entry of many texts", n)
	}
	many.Bytes = append(many.Bytes, make([]byte, maxWordedBytes)...)
	if long := Wordings(random, many, words, nil, nil); len(long) != 0 {
		t.Errorf("%d inputs of a long input", len(long))
	}
	if !slices.IsSorted(some(random, maxWordings)) {
		t.Error("numbers are drawn where there is room for all")
	}
}
