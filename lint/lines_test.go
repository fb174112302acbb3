package lint

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxLine is the maximum number of characters in a line of Go or C; a tab counts as one. Of a string, only maxText characters
// count, so that texts that are compared or searched for stay in one piece. Directives of cgo do not count: they cannot be split.
const (
	maxLine = 140
	maxText = 60
)

func TestLinesAreShort(t *testing.T) {
	out, err := exec.Command("git", "ls-files", "--cached", "--others", "--exclude-standard", "--full-name", ":/*.go", ":/libfizzer/c/*.[ch]",
		":/testcomp/*.[ch]").Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(out))
	if len(files) < 200 {
		t.Fatalf("%d files only", len(files))
	}
	for _, name := range files {
		if strings.Contains(name, "testdata/") || strings.Contains(name, "_generated.") || name == "libfizzer/c/layout.h" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", name))
		if os.IsNotExist(err) { // its removal is not committed yet
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, complaint := range longLines(text, filepath.Ext(name) == ".go") {
			t.Errorf("%s:%s", name, complaint)
		}
	}
}

// longLines returns the lines that are too long, by number and length.
func longLines(text []byte, isGo bool) (complaints []string) {
	spare := map[int]int{}
	if isGo {
		spare = spareOf(text)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if length := utf8.RuneCountInString(line) - spare[i+1]; length > maxLine && !strings.HasPrefix(line, "// #cgo ") {
			complaints = append(complaints, fmt.Sprintf("%d: %d characters", i+1, length))
		}
	}
	return complaints
}

// spareOf returns, by line, the number of characters that do not count.
func spareOf(text []byte) map[int]int {
	spare := map[int]int{}
	set := token.NewFileSet()
	file := set.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	for {
		position, kind, literal := s.Scan()
		if kind == token.EOF {
			return spare
		}
		if kind != token.STRING {
			continue
		}
		for i, line := range strings.Split(literal, "\n") {
			spare[file.Line(position)+i] += max(0, utf8.RuneCountInString(line)-maxText)
		}
	}
}

func TestLongLinesAreFound(t *testing.T) {
	long := strings.Repeat("x", 150)
	for source, want := range map[string]int{
		"package p\n// " + long + "\n":                      1,
		"package p\nconst c = \"" + long + "\"\n":           0,
		"package p\nconst c = `\n" + long + "\n`\n":         0,
		"package p\nconst c = \"a\" // " + long + "\n":      1,
		"package p\nvar " + long[:130] + " int\n":           0,
		"package p\nvar " + strings.Repeat("ä", 136) + "\n": 0,
	} {
		if got := longLines([]byte(source), true); len(got) != want {
			t.Errorf("%q: %v", source, got)
		}
	}
	if got := longLines([]byte("/* "+long+" */\n"), false); len(got) != 1 {
		t.Errorf("%v of a comment in C", got)
	}
}
