package plain

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShown(t *testing.T) {
	for _, test := range []struct{ text, all, line, cell string }{
		{"p.c:3:5: error: x", "p.c:3:5: error: x", "p.c:3:5: error: x", "p.c:3:5: error: x"},
		{"größer 日本 \u00a0", "größer 日本 \u00a0", "größer 日本 \u00a0", "größer 日本 \u00a0"},
		{"\x1b]0;title\x07\x1b[2J", `\u001b]0;title\u0007\u001b[2J`, `\u001b]0;title\u0007\u001b[2J`, `\\u001b]0;title\\u0007\\u001b\[2J`},
		{"over\rwritten\x00\x7f", `over\u000dwritten\u0000\u007f`, `over\u000dwritten\u0000\u007f`, `over\\u000dwritten\\u0000\\u007f`},
		{"c1 \u009b31m", `c1 \u009b31m`, `c1 \u009b31m`, `c1 \\u009b31m`},
		{"a\nb\tc", "a\nb\tc", `a\u000ab\u0009c`, `a\\u000ab\\u0009c`},
		{"p\xff\xfe.c", "p\ufffd\ufffd.c", "p\ufffd\ufffd.c", "p\ufffd\ufffd.c"},
		{"bidi \u202e\u2066 line \u2028", `bidi \u202e\u2066 line \u2028`, `bidi \u202e\u2066 line \u2028`, `bidi \\u202e\\u2066 line \\u2028`},
		{"tag \U000e0041", `tag \udb40\udc41`, `tag \udb40\udc41`, `tag \\udb40\\udc41`},
		{"a|b`c`<d>*e*", "a|b`c`<d>*e*", "a|b`c`<d>*e*", "a\\|b\\`c\\`\\<d>\\*e\\*"},
	} {
		if got := Text(test.text); got != test.all {
			t.Errorf("Text(%q) is %q, want %q", test.text, got, test.all)
		}
		if got := Line(test.text); got != test.line {
			t.Errorf("Line(%q) is %q, want %q", test.text, got, test.line)
		}
		if got := Cell(test.text); got != test.cell {
			t.Errorf("Cell(%q) is %q, want %q", test.text, got, test.cell)
		}
	}
	if got := Indented("error\nRESULT: done\x1b"); got != "error\n  RESULT: done\\u001b" {
		t.Errorf("%q", got)
	}
}

// TestWriter: the output does not depend on how a text is split into writes.
func TestWriter(t *testing.T) {
	const text = "größer\x1b[1m 日本\n\xff\xe6\x97 end \xe6\x97"
	for size := 1; size <= len(text); size++ {
		var out strings.Builder
		w := NewWriter(&out)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if written, err := w.Write([]byte(rest[:n])); written != n || err != nil {
				t.Fatal(written, err)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil || out.String() != Text(text) {
			t.Errorf("in pieces of %d: %q, %v, want %q", size, out.String(), err, Text(text))
		}
	}
}

// TestJSON: JSON stays JSON with the same value.
func TestJSON(t *testing.T) {
	const text = "a\x1b\x7f\u009b\u202e\U000e0041é\n"
	encoded, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	var decoded string
	if err := json.Unmarshal([]byte(Text(string(encoded))), &decoded); err != nil || decoded != text {
		t.Errorf("%q, %v", decoded, err)
	}
}

func FuzzText(f *testing.F) {
	for _, seed := range []string{"", "p.c", "\x1b[0m", "\xff", "\u009b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		line := Line(text)
		if !utf8.ValidString(line) || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r >= 0x7f && r < 0xa0 }) {
			t.Errorf("Line(%q) is %q", text, line)
		}
		if again := Text(Text(text)); again != Text(text) {
			t.Errorf("Text(Text(%q)) is %q", text, again)
		}
	})
}
