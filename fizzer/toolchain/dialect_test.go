package toolchain

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fizzer/testcomp/source"
)

func TestAcceptable(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "program.c")
	if err := os.WriteFile(program, []byte("int main() { f(); }\nextern struct pair *f(void) {}\nvoid g(int x) {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sources, err := source.Copy([]string{program}, filepath.Join(folder, "source"))
	if err != nil {
		t.Fatal(err)
	}
	header := filepath.Join(folder, "declarations3.h")
	tests := []struct {
		name, message string
		want          []string
		declarations  string
	}{
		{"something else", program + ":1:14: error: expected expression", nil, ""},
		{"main", program + ":1:5: error: too many parameters (4) for 'main': must be 0, 2, or 3", []string{"-Dmain=__fizzer_odd_main", "-x", "c"},
			""},
		{"declarations", program + ":2:21: error: conflicting types for 'f'\n" + program +
			":1:14: note: previous implicit declaration is here\n" +
			program + ":3:6: error: conflicting types for 'g'", []string{"-include", header, "-x", "c"}, "struct pair * f();\nvoid g();\n"},
		{"attribute of a header", "/usr/include/stdlib.h:579:21: error: '__malloc__' attribute takes no arguments",
			slices.Concat(headerOptions, []string{"-x", "c"}), ""},
		{"type of a header", "/usr/include/math.h:1:1: error: unknown type name '_Float128'", slices.Concat(headerOptions, []string{"-x", "c"}), ""},
		{"type of the program", program + ":1:1: error: unknown type name 'float_t'", nil, ""},
		{"no such file", "elsewhere.c:2:21: error: conflicting types for 'f'", nil, ""},
		{"no such line", program + ":20:1: error: conflicting types for 'f'", nil, ""},
	}
	for _, test := range tests {
		f := &frontEnd{tools: &tools{build: folder, Options: Options{Sources: sources}}}
		got, err := f.acceptable(3, test.message)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, %v instead of %q", test.name, got, err, test.want)
		}
		if test.declarations != "" {
			if text, err := os.ReadFile(header); err != nil || string(text) != test.declarations {
				t.Errorf("%s: declarations %q, %v instead of %q", test.name, text, err, test.declarations)
			}
		}
	}
}
