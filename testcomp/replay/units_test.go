package replay

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/property"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

// parts writes files and returns their paths.
func parts(t *testing.T, texts map[string]string, names ...string) []string {
	t.Helper()
	folder := t.TempDir()
	var paths []string
	for _, name := range names {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(texts[name]), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	return paths
}

// TestSeveralFiles: a program of two files has the goals of both, also those in static functions of the same name.
func TestSeveralFiles(t *testing.T) {
	paths := parts(t, map[string]string{
		"main.c": "extern int __VERIFIER_nondet_int(void), twice(int);\nstatic int f(int x) { if (x) return 1; return 2; }\n" +
			"int main(void) { return f(twice(__VERIFIER_nondet_int())); }\n",
		"twice.i": "extern void reach_error(void);\nstatic int f(int x) { return x ? 2 : 0; }\nint twice(int x) { return f(x); }\n",
	}, "main.c", "twice.i")
	for kind, want := range map[property.Kind][2]int{
		property.Branches: {4, 2}, property.Conditions: {4, 2}, property.Statements: {4, 4}, property.Error: {0, 0},
	} {
		for _, model := range []task.DataModel{task.ILP32, task.LP64} {
			p, err := Build(context.Background(), Options{
				Programs: paths, DataModel: model, Property: property.Property{Kind: kind, Function: "reach_error"}, Scratch: t.TempDir(),
			})
			if err != nil {
				t.Fatal(err)
			}
			report, err := p.Report(context.Background(), testsOf("5"))
			if err != nil {
				t.Fatal(err)
			}
			if got := [2]int{report.Total, report.Covered}; got != want {
				t.Errorf("%s, %s: goals and covered goals %v, want %v", kind, model, got, want)
			}
			var text bytes.Buffer
			if err := p.Annotate(&text, report, nil); err != nil || kind == property.Branches && strings.Count(text.String(), "\n~") != 2 {
				t.Errorf("%s: %v\n%s", kind, err, text.String())
			}
		}
	}
}

// TestErrorInAnotherFile: a function of one file calls the error function of another.
func TestErrorInAnotherFile(t *testing.T) {
	paths := parts(t, map[string]string{
		"main.c":  "extern int __VERIFIER_nondet_int(void); extern void reach_error();\nint main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }\n",
		"error.c": "extern void abort(void);\nvoid reach_error() { abort(); }\n",
	}, "main.c", "error.c")
	p, err := Build(context.Background(), Options{
		Programs: paths, DataModel: task.LP64, Property: property.Property{Kind: property.Error, Function: "reach_error"}, Scratch: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	report, err := p.Report(context.Background(), testsOf("6 | 7"))
	if err != nil || report.Total != 1 || report.Tests[0].Covered != 0 || report.Tests[1].Covered != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestOneGcovForAllUnits: one gcov answers for all units for which a run left data; without any data, its status says so.
func TestOneGcovForAllUnits(t *testing.T) {
	paths := parts(t, map[string]string{
		"main.c": "extern int other(int);\nint main(void) { return other(1); }\n",
		"b.c":    "int other(int x) {\n  if (x)\n    return 0;\n  return 1;\n}\n",
	}, "main.c", "b.c")
	ctx := context.Background()
	p, err := Build(ctx, Options{
		Programs: paths, DataModel: task.LP64, Property: property.Property{Kind: property.Conditions}, Scratch: t.TempDir(),
	})
	if err != nil {
		t.Fatal(err)
	}
	box, err := p.openRun()
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	_, err = p.runGcov(ctx, box, withRun, p.folder, p.units[0].name, p.units[1].name)
	var exit *sandbox.ExitError
	if !errors.As(err, &exit) || exit.Status.ExitStatus() != noData {
		t.Errorf("before the run: %v", err)
	}
	if _, err := p.execute(ctx, box, parseTests("5")[0]); err != nil {
		t.Fatal(err)
	}
	all, err := p.runGcov(ctx, box, withRun, p.folder, p.units[0].name, "nothing", p.units[1].name)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d answers, %v", len(all), err)
	}
	for i, u := range p.units {
		executed := 0
		for _, line := range all[i].linesOf(p.units[i], p.options.Property.Kind) {
			executed += int(line.Count)
		}
		if want := []int{1, 3}[i]; all[i].DataFile != u.name+dataSuffix || executed < want {
			t.Errorf("%s: data of %s, %d executions of lines", u.name, all[i].DataFile, executed)
		}
	}
}

// TestManyStatements: the time to find the statements of a long program does not grow with the square of its lines. 20 000 of them once
// took minutes, in which no limit of time ended the tool.
func TestManyStatements(t *testing.T) {
	const statements = 20_000
	text := "int x;\nint main(void) {\n" + strings.Repeat("x++;\n", statements) + "return 0;\n}\n"
	u := &unit{File: &source.File{Given: "long.c", Text: []byte(text)}}
	start := time.Now()
	lines := ownLines(u)
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	if got, want := len(lines), statements+4; got != want || lines[want] != want {
		t.Errorf("%d lines, and line %d is line %d of the text; want %d lines at their own places", got, want, lines[want], want)
	}
	u.Text = []byte("# 7 \"long.c\"\nint x;\n# 1 \"other.h\"\nint y;\n# 7 \"long.c\"\nint z;\n")
	if got, want := ownLines(u), map[int]int{1: 1, 7: 2, 8: 3}; !maps.Equal(got, want) {
		t.Errorf("with line directives the lines are %v, want %v", got, want)
	}
}
