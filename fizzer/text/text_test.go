package text

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"strings"
	"testing"

	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// input builds an input from values: a byte is a character, an int32 a number, a string one string.
func input(values ...any) trace.Input {
	var in trace.Input
	add := func(kind layout.InputType, bytes []byte) {
		in.Reads = append(in.Reads, layout.Read{Offset: uint32(len(in.Bytes)), Type: uint16(kind), Size: uint16(len(bytes))})
		in.Bytes = append(in.Bytes, bytes...)
	}
	for _, value := range values {
		switch v := value.(type) {
		case rune:
			add(layout.InputTypeUint8, []byte{byte(v)})
		case int:
			add(layout.InputTypeSint32, binary.LittleEndian.AppendUint32(nil, uint32(v)))
		case string:
			add(layout.InputTypeString, []byte(v))
		}
	}
	return in
}

func TestOf(t *testing.T) {
	in := input(3, 'a', 'b', 'c', 1000, 'd', "word\x00\x00", 'x', 'y', 65, 66)
	want := []Text{
		{First: 1, Count: 3, Offset: 4, Width: 1, Length: 3},
		{First: 6, Count: 1, Offset: 12, Width: 1, Length: 6, Fixed: true},
		{First: 7, Count: 2, Offset: 18, Width: 1, Length: 2},
	}
	if got := Of(in, false); !reflect.DeepEqual(got, want) {
		t.Errorf("texts %+v, want %+v", got, want)
	}
	want = append(want, Text{First: 9, Count: 2, Offset: 20, Width: 4, Length: 2})
	if got := Of(in, true); !reflect.DeepEqual(got, want) {
		t.Errorf("texts of all widths %+v, want %+v", got, want)
	}
	if got := string(want[3].Characters([]byte("x"), in.Bytes)); got != "xAB" {
		t.Errorf("characters %q", got)
	}
}

func TestReplace(t *testing.T) {
	tests := []struct {
		name      string
		in        trace.Input
		from, end int
		word      string
		want      trace.Input
	}{
		{"in place", input(3, 'a', 'b', 'c', 7), 1, 2, "X", input(3, 'a', 'X', 'c', 7)},
		{"longer, counted", input(9, 3, 'a', 'b', 'c', 7), 1, 2, "XYZ", input(9, 5, 'a', 'X', 'Y', 'Z', 'c', 7)},
		{"shorter, counted by the last such number", input(3, 3, 'a', 'b', 'c'), 0, 3, "X", input(3, 1, 'X')},
		{"counted by a character", input(7, rune(3), 'a', 'b', 'c'), 1, 2, "XY", input(7, rune(4), 'a', 'X', 'Y', 'c')},
		{"counted, but cut", input(1, 900, 'a', 'b'), 0, 0, "X", input(1, 3, 'X', 'a', 'b')},
		{"not counted", input(8, 'a', 'b', 70000), 2, 2, "X", input(8, 'a', 'b', 'X', 70000)},
		{"wide", input('x', 65, 66, 'y'), 0, 1, "CD", input('x', 67, 68, 66, 'y')},
		{"string, longer", input("word\x00\x00", 'x', 'y'), 0, 0, "abc", input("abcwor", 'x', 'y')},
		{"string, shorter", input("word\x00\x00", 'x'), 0, 4, "ab", input("ab\x00\x00\x00\x00", 'x')},
		{"string, beyond its end", input("word", 'x'), 3, 4, "abc", input("wora", 'x')},
	}
	for _, test := range tests {
		texts := Of(test.in, test.name == "wide")
		if got := texts[0].Replace(test.in, test.from, test.end, []byte(test.word)); string(got) != string(test.want.Bytes) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want.Bytes)
		}
	}
}

// TestEscape: where more than 255 characters follow a first byte that counted them, two bytes count them, as far as they can.
func TestEscape(t *testing.T) {
	in := input(rune(3), 'a', 'b', 'c')
	for length, want := range map[int]string{254: "\xfe", 255: "\xff", 256: "\xff\x00\x01", 1000: "\xff\xe8\x03", 65546: "\xff\xff\xff"} {
		got := Of(in, false)[0].Replace(in, 1, 2, bytes.Repeat([]byte("x"), length-2))
		if string(got) != want+"a"+strings.Repeat("x", length-2)+"c" {
			t.Errorf("%d characters: %.8q and %d bytes", length, got, len(got))
		}
	}
}

// TestCountTooSmall: a count of one byte stays as it is if the new length does not fit.
func TestCountTooSmall(t *testing.T) {
	in := input(rune(2), 40000, 'a', 'b')
	in.Bytes[0] = 2
	texts := Of(in, false)
	got := texts[0].Replace(in, 0, 0, make([]byte, 300))
	if got[0] != 2 || len(got) != len(in.Bytes)+300 {
		t.Errorf("the count is %d, the length %d", got[0], len(got))
	}
}

func TestWordAt(t *testing.T) {
	tests := []struct {
		text      string
		at        int
		from, end int
	}{
		{"[net]", 2, 1, 4}, {"[net]", 0, 0, 1}, {"a_1", 0, 0, 3}, {"ab", 2, 2, 2}, {"=X", 1, 1, 2},
	}
	for _, test := range tests {
		if from, end := WordAt([]byte(test.text), test.at); from != test.from || end != test.end {
			t.Errorf("%q at %d: [%d, %d), want [%d, %d)", test.text, test.at, from, end, test.from, test.end)
		}
	}
}

func TestWordsOf(t *testing.T) {
	if got, want := Words([]byte("[a_1]=b")), [][2]int{{0, 1}, {1, 4}, {4, 5}, {5, 6}, {6, 7}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v instead of %v", got, want)
	}
	if got := Words(nil); len(got) != 0 {
		t.Errorf("%v in nothing", got)
	}
}
