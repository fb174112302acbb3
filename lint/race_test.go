package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var raceLine = regexp.MustCompile(`(?m)^RACE := (.*)$`)

// TestRaceDetectorSeesAllGoroutines: RACE in the Makefile names exactly the packages whose sources have go statements, or call
// budget.Within, which goes on beside its caller.
func TestRaceDetectorSeesAllGoroutines(t *testing.T) {
	makefile, err := os.ReadFile("../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	eachSource(t, func(path string, file *ast.File, _ *token.FileSet) {
		folder := "./" + strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../")
		if !strings.HasSuffix(path, "_test.go") && startsGoroutine(file) && !slices.Contains(found, folder) {
			found = append(found, folder)
		}
	})
	slices.Sort(found)
	if match := raceLine.FindSubmatch(makefile); match == nil || !slices.Equal(strings.Fields(string(match[1])), found) {
		t.Errorf("RACE in the Makefile is %q; goroutines are started in %v", match, found)
	}
}

// eachSource calls do for each Go file of the module except those in testdata.
func eachSource(t *testing.T, do func(path string, file *ast.File, set *token.FileSet)) {
	t.Helper()
	files := 0
	err := filepath.WalkDir("..", func(path string, entry os.DirEntry, err error) error {
		switch {
		case path == "../build" || path == "../bin": // other commands write and remove files there
			return filepath.SkipDir
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || path != ".." && strings.HasPrefix(entry.Name(), ".")):
			return filepath.SkipDir
		case entry.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err == nil {
			do(path, file, set)
		}
		return err
	})
	if err != nil || files < 200 {
		t.Fatalf("%d files, %v", files, err)
	}
}

func startsGoroutine(file *ast.File) (found bool) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.GoStmt:
			found = true
		case *ast.SelectorExpr:
			of, named := n.X.(*ast.Ident)
			found = found || named && of.Name == "budget" && n.Sel.Name == "Within"
		}
		return true
	})
	return found
}

func TestGoroutinesAreFound(t *testing.T) {
	for body, want := range map[string]bool{"go f()": true, "for { go func() {}() }": true, "f() // go f()": false,
		"x, err := budget.Within(ctx, f)": true, "x := other.Within(ctx, f)": false} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", "package p\nfunc f() { "+body+"\n}\n", 0)
		if err != nil || startsGoroutine(file) != want {
			t.Errorf("%q: %v", body, err)
		}
	}
}
