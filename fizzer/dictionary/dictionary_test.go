package dictionary

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	words, err := Parse([]byte("# an image\n\nmagic=\"\\x89PNG\"\r\nlevel@3=\"a\\\\b\"\n  \"say \\\"yes\\\"\"\n\"\\x89PNG\"\nspaced = \"w\""))
	want := [][]byte{[]byte("\x89PNG"), []byte(`a\b`), []byte(`say "yes"`), []byte("w")}
	if err != nil || !reflect.DeepEqual(words, want) {
		t.Errorf("%q, %v; want %q", words, err, want)
	}
	if words, err := Parse(nil); err != nil || len(words) != 0 {
		t.Errorf("of an empty dictionary %q, %v", words, err)
	}
}

func TestParseErrors(t *testing.T) {
	many := strings.Builder{}
	for i := range MaxWords + 1 {
		fmt.Fprintf(&many, "%q\n", fmt.Sprint(i))
	}
	tests := []struct{ text, want string }{
		{"word", "line 1"}, {"a=\"b\"\nx=\"", "line 2"}, {"name \"word\"", "equals sign"}, {`""`, "empty"}, {`"a"b"`, "quote within"},
		{`"\xg0"`, "hexadecimal"}, {`"\n"`, "backslash"}, {`"\x1"`, "backslash"}, {`"\"`, "backslash"}, {many.String(), "more than"},
		{`"` + strings.Repeat("a", MaxLength+1) + `"`, "at most"},
	}
	for _, test := range tests {
		if _, err := Parse([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.40q: error %v, want one with %q", test.text, err, test.want)
		}
	}
}

// FuzzParse: no text makes Parse panic, and what it returns is within its bounds.
func FuzzParse(f *testing.F) {
	f.Add([]byte("a=\"\\x00b\"\n#\n\"c\""))
	f.Fuzz(func(t *testing.T, text []byte) {
		words, err := Parse(text)
		if err != nil && words != nil {
			t.Errorf("%d words and an error", len(words))
		}
		for _, word := range words {
			if len(word) == 0 || len(word) > MaxLength {
				t.Errorf("a word of %d bytes", len(word))
			}
		}
	})
}
