package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

// TestFormatsHaveNoBehaviour: formats on disk are described by types and constants only; computations with them are elsewhere.
func TestFormatsHaveNoBehaviour(t *testing.T) {
	paths, err := filepath.Glob("../fizzer/formats/*.go")
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range behaviour(file) {
			t.Errorf("%s: %s is neither a type nor a constant", path, name)
		}
	}
}

// behaviour returns the names of functions, methods and variables of a file.
func behaviour(file *ast.File) (names []string) {
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			names = append(names, d.Name.Name)
		case *ast.GenDecl:
			if d.Tok != token.VAR {
				continue
			}
			for _, spec := range d.Specs {
				for _, name := range spec.(*ast.ValueSpec).Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

func TestBehaviourIsFound(t *testing.T) {
	const source = "package p\ntype T struct{ F func() }\nconst C = 1\nvar v, w int\nfunc f() {}\nfunc (T) M() {}\n"
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if got := behaviour(file); len(got) != 4 {
		t.Errorf("%q instead of v, w, f and M", got)
	}
}
