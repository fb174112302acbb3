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

// executors are the packages that may call execution.Target.Execute.
var executors = []string{
	"fizzer/engine/executor",       // the only package of the engine
	"fizzer/campaign",              // reproduces each test and reads seeds in a fresh process
	"fizzer/bench",                 // measures targets
	"fizzer/analysis/analysistest", // replaces the engine in tests of the analyses
	"fizzer/runner",                // a target lets its lean form make runs
	"fizzer/recorder",              // runs the second form, whose runs are no executions of the target
}

// TestExecutorIsTheOnlyCaller: within the engine, only the executor deals with batches, budgets and garbled traces.
func TestExecutorIsTheOnlyCaller(t *testing.T) {
	files, allowed := 0, 0
	err := filepath.WalkDir("../fizzer", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(strings.TrimPrefix(filepath.Dir(path), "../"))
		for _, call := range executes(file) {
			if slices.ContainsFunc(executors, func(home string) bool { return below(folder, home) }) {
				allowed++
			} else {
				t.Errorf("%s: only %s may call Execute of a target", set.Position(call), strings.Join(executors, ", "))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 100 || allowed < 3 {
		t.Errorf("%d files with %d calls that are allowed: the sources were not found", files, allowed)
	}
}

func TestOtherCallersAreFound(t *testing.T) {
	const contract = "fizzer/fizzer/execution"
	tests := []struct {
		name, imports, statement string
		found                    bool
	}{
		{"a call", contract, "runs, err := e.config.Target.Execute(ctx, &batch)", true},
		{"a method value", contract, "run := target.Execute", true},
		{"a method of the interface", contract, "run := execution.Target.Execute", true},
		{"what an analysis calls", contract, "err := c.Execute(inputs, goal, func(int, *execution.Run) {})", false},
		{"what an analysis is given", contract, "c.Execute = run", false},
		{"a template", "html/template", "err := page.Execute(w, content)", false},
		{"another method", contract, "err := x.Do(ctx, request, ignore)", false},
	}
	for _, test := range tests {
		source := fmt.Sprintf("package p\nimport %q\nfunc f() { %s }\n", test.imports, test.statement)
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if found := len(executes(file)) > 0; found != test.found {
			t.Errorf("%s: found %v", test.name, found)
		}
	}
}

// executes returns the places where a file mentions Execute of a target. It ignores the Execute of an analysis, which has three
// arguments, and that of packages that have nothing to do with runs.
func executes(file *ast.File) []token.Pos {
	if !slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"fizzer/fizzer/execution"` }) {
		return nil
	}
	var found []token.Pos
	others := map[ast.Expr]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.CallExpr:
			others[n.Fun] = len(n.Args) == 3
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				others[left] = true
			}
		case *ast.SelectorExpr:
			if n.Sel.Name == "Execute" && !others[n] {
				found = append(found, n.Pos())
			}
		}
		return true
	})
	return found
}
