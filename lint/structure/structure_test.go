package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The aim for each type.
const (
	maxFields  = 15
	maxMethods = 20
)

// beyond are the types that are larger than the aim, each with a reason in docs/how-to-change-it.md. No other may become so.
var beyond = []string{
	"fizzer/tree.Tree",
	"fizzer/expression.Graph", "fizzer/solve.inverter", "instrument/symbolic.function",
}

// written are types outside of formats that are lines of a file.
var written = []string{"benchexec/archive.entry", "fizzer/bench.measurement", "fizzer/survey/counts.row"}

// isData says whether a type is a description: options, or what is written to disk.
func isData(name string) bool {
	if slices.Contains(written, name) || strings.HasPrefix(name, "fizzer/formats.") || strings.HasPrefix(name, "libfizzer/locations.") {
		return true
	}
	lower := strings.ToLower(name)
	return strings.HasSuffix(lower, "options") || strings.HasSuffix(lower, "config")
}

func TestTypesAreSmall(t *testing.T) {
	all, err := sizes("../..")
	if err != nil || len(all) < 200 {
		t.Fatalf("%d types, %v", len(all), err)
	}
	var found []string
	for _, s := range all {
		if s.fields <= maxFields && s.methods <= maxMethods || isData(s.name) {
			continue
		}
		found = append(found, s.name)
		if !slices.Contains(beyond, s.name) {
			t.Errorf("%s has %d fields and %d methods: what of it is a type of its own?", s.name, s.fields, s.methods)
		}
	}
	for _, name := range beyond {
		if !slices.Contains(found, name) {
			t.Errorf("%s is small now: take it from the list", name)
		}
	}
}

func TestSizes(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"p/a.go":           "package p\ntype T[K any] struct { a, b int; E }\ntype E int\nfunc (t *T[K]) M() {}\n",
		"p/b.go":           "package p\nfunc (T[K]) N() {}\nfunc (E) O() {}\nfunc f() {}\n",
		"p/a_test.go":      "package p\nfunc (E) P() {}\n",
		"p/x_generated.go": "package p\nfunc (E) Q() {}\n",
		"testdata/c.go":    "package c\ntype C struct { a int }\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := sizes(folder)
	if want := []size{{"p.T", 3, 2}, {"p.E", 0, 1}}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v instead of %v", got, err, want)
	}
	table, err := largest(folder)
	if err != nil || !strings.Contains(table, "| p.T | 3 | 2 |\n") {
		t.Errorf("%s, %v", table, err)
	}
}

// TestPicture: no package comes before one that imports it, and each import has a mark.
func TestPicture(t *testing.T) {
	nodes := map[string]*node{}
	add(nodes, "fizzer/fizzer", []string{"fizzer/fizzer/cli", "fmt"})
	add(nodes, "fizzer/fizzer/cli", []string{"fizzer/fizzer/engine", "fizzer/testcomp/task", "fizzer/testcomp/suite"})
	add(nodes, "fizzer/fizzer/engine", nil)
	var names []string
	all := sorted(nodes)
	for _, n := range all {
		names = append(names, n.name)
	}
	if want := []string{"main", "cli", "engine", "testcomp/"}; !slices.Equal(names, want) {
		t.Errorf("%q instead of %q", names, want)
	}
	svg := draw(all)
	if !strings.Contains(svg, "4 packages, 3 imports") || strings.Count(svg, "<title>") != 3 ||
		!strings.Contains(svg, "cli imports testcomp/") {
		t.Error(svg)
	}
	if whole, err := picture(); err != nil || !strings.Contains(whole, "<svg") {
		t.Errorf("%v", err)
	}
}
