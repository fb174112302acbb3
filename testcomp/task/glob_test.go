package task

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPatterns: file names are patterns of Python's glob, which BenchExec uses.
func TestPatterns(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "in[a]b*") // the definition's folder is not a pattern
	for _, name := range []string{
		"a.c", "b.c", "B.c", "ab.c", ".hidden.c", "-x.c", "@p.c", "p\n.c", "p\xff.c", "ü.c", "p[1].c", "p1.c", "p].c", "p!.c", "p^.c", "p-.c",
		"p\\.c", "header.h",
		"sub/a.c", "sub/deep/a.c", "other/a.c", ".dot/a.c", "odd[.c", "literal[x]?.i",
	} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for pattern, want := range map[string][]string{
		"a.c":             {"a.c"},
		"none.c":          {"none.c"}, // found to be missing later
		"?.c":             {"B.c", "a.c", "b.c", "ü.c"},
		"[ab].c":          {"a.c", "b.c"},
		"[!ab].c":         {"B.c", "ü.c"},
		"[a-b].c":         {"a.c", "b.c"},
		"[z-a].c":         nil,
		"p[1].c":          {"p1.c"},
		"p[]].c":          {"p].c"},
		"p[^].c":          {"p^.c"},
		"p[1!].c":         {"p!.c", "p1.c"},
		"p[1-].c":         {"p-.c", "p1.c"},
		"p[\\].c":         {"p\\.c"},
		"odd[*c":          {"odd[.c"},
		"literal[x]?.i":   {"literal[x]?.i"},
		"p?.c":            {"p\n.c", "p!.c", "p-.c", "p1.c", "p\\.c", "p].c", "p^.c", "p\xff.c"},
		".h*.c":           {".hidden.c"},
		"*/a.c":           {"other/a.c", "sub/a.c"},
		"*/*/a.c":         {"sub/deep/a.c"},
		"**/a.c":          {"other/a.c", "sub/a.c"},
		"sub/../[ab].c":   {"a.c", "b.c"},
		"sub/*/../a.c":    {"sub/a.c"},
		"*.java":          nil,
		"none/*.c":        nil,
		"a.c/*":           nil,
		"$(touch x)*.c":   nil,
		"@*":              {"@p.c"},
		"-*":              {"-x.c"},
		"{a,b}.c":         {"{a,b}.c"},
		folder + "/[a].c": nil, // an absolute pattern is a pattern as a whole
	} {
		var wanted []string
		for _, name := range want {
			wanted = append(wanted, filepath.Join(folder, name))
		}
		if got, err := (&expander{folder: folder}).expand(pattern); err != nil || !slices.Equal(got, wanted) {
			t.Errorf("%q: %q, %v, want %q", pattern, got, err, wanted)
		}
	}
	elsewhere := expander{folder: "elsewhere"}
	if got, err := elsewhere.expand(filepath.Join(filepath.Dir(folder), "in*", "sub", "?.c")); err != nil || !slices.Equal(got,
		[]string{filepath.Join(folder, "sub", "a.c")}) {
		t.Errorf("an absolute pattern: %q, %v", got, err)
	}
}

// TestManyNames: patterns that stand for endlessly many paths are refused after a while, also if each of several stands for a part of them.
func TestManyNames(t *testing.T) {
	folder := t.TempDir()
	for i := range 10 {
		write(t, folder, fmt.Sprintf("%d.c", i), "")
	}
	for _, link := range []string{"a", "b", "c"} { // back to their own folder: three times as many paths in each step
		if err := os.Symlink(".", filepath.Join(folder, link)); err != nil {
			t.Fatal(err)
		}
	}
	for text, refused := range map[string]bool{
		"['*.c', '*/*.c']":                                                           false,
		"['" + strings.Repeat("*/", 30) + "*.c']":                                    true,
		"['" + strings.Repeat("*/", 30) + "none.c']":                                 true,
		"[" + strings.Repeat("'*/*/*/*/[0]*.c', ", 100) + "'*.c']":                   true,
		"['" + strings.Repeat("[ab]/", 12) + strings.Repeat("a/", 99) + "0.c', '*']": true,
	} {
		_, err := Read(write(t, folder, "p.yml", "format_version: '2.0'\ninput_files: "+text+"\n"))
		if errors.Is(err, errNames) != refused {
			t.Errorf("%.40s: %v", text, err)
		}
	}
}

// TestReadPatterns: a task consists of the files of all patterns, in the order of the patterns. A pattern without a match is an
// error.
func TestReadPatterns(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"b.c", "a.c", "z.i"} {
		write(t, folder, name, "")
	}
	definition := write(t, folder, "p.yml", "format_version: '2.0'\ninput_files: [z.i, '*.c']\n")
	want := []string{filepath.Join(folder, "z.i"), filepath.Join(folder, "a.c"), filepath.Join(folder, "b.c")}
	if got, err := Read(definition); err != nil || !slices.Equal(got.Programs, want) {
		t.Errorf("%+v, %v, want %q", got, err, want)
	}
	definition = write(t, folder, "none.yml", "format_version: '2.0'\ninput_files: '*.java'\n")
	_, err := Read(definition)
	var failure *Error
	if !errors.As(err, &failure) || failure.Reason != Missing || !strings.Contains(err.Error(), `no file matches "*.java"`) {
		t.Errorf("no match: %v", err)
	}
}
