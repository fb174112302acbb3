package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
)

// size is the size of a type: its numbers of fields and methods.
type size struct {
	name            string // package path below the module, and the type's name
	fields, methods int
}

// shown is the number of types in the table.
const shown = 20

// sizes returns all types of the module below root, the largest first, without those in tests, testdata and generated files.
func sizes(root string) ([]size, error) {
	byName := map[string]*size{}
	get := func(folder, name string) *size {
		name = folder + "." + name
		if byName[name] == nil {
			byName[name] = &size{name: name}
		}
		return byName[name]
	}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() && (entry.Name() == "testdata" || path != root && strings.HasPrefix(entry.Name(), ".")) {
			return cmp.Or(err, fs.SkipDir)
		}
		if entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "_generated.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, _ := filepath.Rel(root, filepath.Dir(path)) // it is below root
		for _, declaration := range file.Decls {
			count(declaration, func(name string) *size { return get(filepath.ToSlash(folder), name) })
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var all []size
	for _, s := range byName {
		all = append(all, *s)
	}
	slices.SortFunc(all, func(a, b size) int {
		return cmp.Or(cmp.Compare(b.fields+b.methods, a.fields+a.methods), cmp.Compare(a.name, b.name))
	})
	return all, nil
}

// count adds the fields and methods of a declaration to the sizes of types.
func count(declaration ast.Decl, get func(name string) *size) {
	switch d := declaration.(type) {
	case *ast.FuncDecl:
		if d.Recv != nil {
			get(receiver(d.Recv.List[0].Type)).methods++
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			t, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			s := get(t.Name.Name)
			if fields, ok := t.Type.(*ast.StructType); ok {
				for _, f := range fields.Fields.List {
					s.fields += max(1, len(f.Names))
				}
			}
		}
	}
}

// receiver returns the name of the type of a method.
func receiver(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// largest returns the table of the largest types.
func largest(root string) (string, error) {
	all, err := sizes(root)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString("| type | fields | methods |\n|---|---|---|\n")
	for _, s := range all[:min(shown, len(all))] {
		fmt.Fprintf(&out, "| %s | %d | %d |\n", s.name, s.fields, s.methods)
	}
	return out.String(), nil
}
