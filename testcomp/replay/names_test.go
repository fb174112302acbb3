package replay

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/testcomp/property"
	"fizzer/testcomp/task"
)

const named = `#include "h.h"
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (inside(x))
    return 1;
  return x > 7 && x < 9;
}
`

// TestNames: a program has the same goals under any name, and they are in its file.
func TestNames(t *testing.T) {
	names := []string{
		"p.c", "@p.c", "-x.c", `p".c`, "a b.c", "p\n.c", "$(touch x).c", "p;touch x.c", "%s%n.c", "p\xff\xfe.c", strings.Repeat("n", 248) + ".c",
		"größe日本.c", `p\.c`, "p\x1b\x01[1m.c",
	}
	models := []task.DataModel{task.ILP32, task.LP64}
	for _, kind := range []property.Kind{property.Branches, property.Conditions, property.Statements, property.Error} {
		var want [2]int
		for i, name := range names {
			folder := t.TempDir()
			for name, text := range map[string]string{name: named, "h.h": "static int inside(int x) {\n  return x == 5 ? 1 : 0;\n}\n"} {
				if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			t.Chdir(folder)
			p, err := Build(context.Background(), Options{
				Programs: []string{name}, DataModel: models[i%2], Property: property.Property{Kind: kind, Function: "reach_error"},
				Scratch: t.TempDir(),
			})
			if err != nil {
				t.Errorf("%s, %q: %v", kind, name, err)
				continue
			}
			report, err := p.Report(context.Background(), testsOf("8"))
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want = [2]int{report.Total, report.Covered}
			}
			if got := [2]int{report.Total, report.Covered}; got != want || kind != property.Error && report.Covered == 0 {
				t.Errorf("%s, %q: goals and covered goals %v, want %v", kind, name, got, want)
			}
			own := 0
			for _, g := range report.Goals {
				if g.File == name {
					own++
				} else if g.File != "h.h" {
					t.Errorf("%s, %q: a goal in %q", kind, name, g.File)
				}
			}
			if own == 0 && kind != property.Error && kind != property.Conditions {
				t.Errorf("%s, %q has no goals of its own: %+v", kind, name, report.Goals)
			}
			var text bytes.Buffer
			if err := p.Annotate(&text, report, nil); err != nil || bytes.ContainsAny(text.Bytes(), "\x1b\x01") {
				t.Errorf("%s, %q: %v\n%s", kind, name, err, text.Bytes())
			}
			if strings.Count(text.String(), "\n        ") > 1 && !strings.Contains(text.String(), "return 1;") {
				t.Errorf("%s, %q: %s", kind, name, text.Bytes())
			}
			if left, err := os.ReadDir(folder); err != nil || len(left) != 2 {
				t.Errorf("%s, %q left %v, %v", kind, name, left, err)
			}
		}
	}
}

// TestLinkerNames: the linker's messages about a unit name the user's file.
func TestLinkerNames(t *testing.T) {
	for _, kind := range []property.Kind{property.Branches, property.Statements} {
		_, err := build(t, "extern int g(void); int main(void) { return g(); }", func(o *Options) { o.Property.Kind = kind })
		if err == nil || !strings.Contains(err.Error(), "/program.c:(.text") || strings.Contains(err.Error(), "unit0") ||
			strings.Contains(err.Error(), "program0") {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// TestLineDirectives: a line directive may name any file. The file is not opened for messages, and its name does not break
// gcov's output.
func TestLineDirectives(t *testing.T) {
	folder := t.TempDir()
	secret := filepath.Join(folder, "secret")
	if err := os.WriteFile(secret, []byte("first\nvery secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := build(t, "int x;\n# 2 \""+secret+"\"\nint main(void) { return unknown; }\n", nil)
	if err == nil || strings.Contains(err.(*CompileError).Messages, "very secret") || !strings.Contains(err.Error(), secret+":2:") {
		t.Errorf("a message about a line that says it is from elsewhere: %v", err)
	}
	const text = "int f(void) {\n  return 1;\n}\n# 1 \"a\\001\\033\\377\\\"b.c\"\nint main(void) {\n  return f();\n}\n"
	for kind, want := range map[property.Kind]int{property.Statements: 2, property.Conditions: 0, property.Branches: 0} {
		p, err := build(t, text, func(o *Options) { o.Property.Kind = kind })
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		if report, err := p.Report(context.Background(), testsOf("1")); err != nil || report.Total != want || report.Covered != want {
			t.Errorf("%s: %+v, %v, want %d goals", kind, report, err, want)
		}
	}
}
