package lint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestComments: every package has a package comment, and every exported name has a doc comment, including methods of exported
// types. For constants and variables in a group, a comment on the group or beside each one is enough.
func TestComments(t *testing.T) {
	packages := map[string]bool{} // by folder: whether it has a package comment
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case path == "../build" || path == "../bin": // other commands write and remove files there
			return filepath.SkipDir
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || path != ".." && strings.HasPrefix(entry.Name(), ".")):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder := filepath.Dir(path)
		packages[folder] = packages[folder] || file.Doc != nil
		for _, name := range undocumented(file) {
			t.Errorf("%s: %s has no doc comment", path, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for folder, has := range packages {
		if !has {
			t.Errorf("%s has no package comment", folder)
		}
	}
	if len(packages) < 20 {
		t.Errorf("%d packages only", len(packages))
	}
}

// undocumented returns the exported names of a file that lack a comment.
func undocumented(file *ast.File) []string {
	var names []string
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if d.Doc == nil && d.Name.IsExported() && (d.Recv == nil || ast.IsExported(receiver(d))) {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				names = append(names, undocumentedIn(d, spec)...)
			}
		}
	}
	return names
}

// receiver returns the name of the type of a method.
func receiver(d *ast.FuncDecl) string {
	expression := d.Recv.List[0].Type
	for {
		switch e := expression.(type) {
		case *ast.StarExpr:
			expression = e.X
		case *ast.IndexExpr:
			expression = e.X
		case *ast.Ident:
			return e.Name
		default:
			return ""
		}
	}
}

func undocumentedIn(d *ast.GenDecl, spec ast.Spec) []string {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
			return []string{s.Name.Name}
		}
	case *ast.ValueSpec:
		if d.Doc == nil && s.Doc == nil && s.Comment == nil {
			var names []string
			for _, name := range s.Names {
				if name.IsExported() {
					names = append(names, name.Name)
				}
			}
			return names
		}
	}
	return nil
}

// TestUndocumentedNamesAreFound shows that the check can fail.
func TestUndocumentedNamesAreFound(t *testing.T) {
	const source = `package p
// A is documented.
func A() {}
func B() {}
type C[T any] struct{}
func (c *C[T]) D() {}
func (c *hidden) E() {}
type hidden struct{}
// Group.
const ( F = 1; G = 2 )
const H = 3
var I = 4 // beside it
var j, K int
`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := undocumented(file), []string{"B", "C", "D", "H", "K"}; !slices.Equal(got, want) {
		t.Error(fmt.Sprint(got), "instead of", want)
	}
}
