package goal

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/testcomp/property"
)

var update = flag.Bool("update", false, "write the golden files anew")

func options(p property.Property) Options {
	return Options{Property: p, Mark: func(number int) string { return fmt.Sprintf("GOAL(%d);", number) }, Dump: "DUMP()"}
}

func branches() Options { return options(property.Property{Kind: property.Branches}) }

func reach(name string) Options {
	return options(property.Property{Kind: property.Error, Function: name})
}

// place returns the marked text and the kinds of the goals.
func place(t *testing.T, source string, o Options) (string, []Kind) {
	t.Helper()
	placement, err := Place([]byte(source), o)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []Kind
	for _, g := range placement.Goals {
		kinds = append(kinds, g.Kind)
	}
	return string(placement.Text), kinds
}

// TestCalls: marks that are calls leave the values of a choice without a block, in which some compilers give a bit-field another type.
func TestCalls(t *testing.T) {
	o := branches()
	o.Calls = true
	got, kinds := place(t, "int f(void) { return x ? s.y : (a, 3); }", o)
	if want := "(GOAL(0),s.y)"; !strings.Contains(strings.ReplaceAll(got, " ", ""), want) || len(kinds) != 2 || strings.Contains(got, "({") {
		t.Errorf("%v: %s", kinds, got)
	}
}

// TestGolden marks the goals of the programs in testdata and compares with the golden files.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.c"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := place(t, string(source), branches())
		golden := strings.TrimSuffix(path, ".c") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil || got != string(want) {
			t.Errorf("%s with goals is\n%s\nwant\n%s(%v); run go test -update when the change is meant", path, got, want, err)
		}
	}
}

func TestKinds(t *testing.T) {
	for body, want := range map[string]string{
		"if (x) y;":                               "[then else]",
		"if (x) y; else z;":                       "[then else]",
		"if (x) y; else if (z) w;":                "[then then else]",
		"if (x) if (y) z; else w;":                "[then then else else]",
		"while (x) y;":                            "[loop body loop exit]",
		"do x; while (y);":                        "[loop exit]",
		"for (int i = 0; i < 3; i++) y;":          "[loop body loop exit]",
		"switch (x) { case 1: case 2: default: }": "[case case default]",
		"x = y ? 1 : z ? 2 : 3;":                  "[choice first choice second choice first choice second]",
		"x = y ?: 3;":                             "[]",
		"x = y && z || !w;":                       "[]",
		"static int s = 1 ? 2 : 3;":               "[]",
		"int g(int y) { if (y) return 1; }":       "[]",
		"int a[x ? 1 : 2]; if (x) y;":             "[]",
		"if (x) { typeof(x ? 1 : 2) z; if (z) y; } while (x) y;": "[then else]",
		"l: if (x) goto l;":                "[then else]",
		"x = ({ if (x) y; 3; });":          "[then else]",
		"#pragma if (x) y;\nx;":            "[]",
		"x; // if (y) z;\n":                "[]",
		"x = \"if (x)\" /* if (x) */ [0];": "[]",
	} {
		if _, kinds := place(t, "int f(int x) { "+body+" }", branches()); fmt.Sprint(kinds) != want {
			t.Errorf("%s: goals %v, want %s", body, kinds, want)
		}
	}
}

// TestOwners: a goal belongs to the line of the word that decides about it, wherever its label is.
func TestOwners(t *testing.T) {
	source := `int f(int x) {
  if (x &&
      x > 1)
    x++;
  if (x)
    x--;
  else if (x + 1)
    x++;
  while (x)
    x--;
  do
    x++;
  while (
    x);
  switch (x) {
  case 1:
  default:
    x = x
        ? 1
        : 2;
  }
}
`
	want := "then 2, else 2, then 5, then 7, else 7, loop body 9, loop exit 9, loop exit 13, case 16, default 17, choice first 19, choice second 19"
	for _, head := range []string{"", "# 101 \"other.c\"\n"} {
		placement, err := Place([]byte(head+source), branches())
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, g := range placement.Goals {
			line := g.Owner
			if head != "" {
				line -= 100
				g.OwnerText--
			}
			if line != g.OwnerText {
				t.Errorf("%s: line %d, line %d of the text", g.Kind, line, g.OwnerText)
			}
			got = append(got, fmt.Sprintf("%s %d", g.Kind, line))
		}
		if all := strings.Join(got, ", "); all != want {
			t.Errorf("%q: goals of %s, want %s", head, all, want)
		}
	}
}

func TestErrorFunction(t *testing.T) {
	const exit = "extern void exit (int __status); void reach_error() { GOAL(0); exit(1); }"
	for source, want := range map[string]string{
		"void reach_error() { abort(); }\nint f() { if (x) y; }": exit + "\nint f() { if (x) {y; } }",
		"void reach_error(void) {\n  abort();\n}\nint x;":        exit + "\n\n\nint x;",
		"  void reach_error(int x) {\n}\n":                       exit + "\n\n",
		"extern void reach_error();\nint f();":                   exit + "\nint f();",
		"void reach_error()\n{ x(); }":                           "void reach_error()\n{ GOAL(0);  x(); }",
		"static int reach_error(int x) { return x; }":            "static int reach_error(int x) { GOAL(0);  return x; }",
		"void other(void) { abort(); }":                          "void other(void) { { DUMP(); abort(); } }",
	} {
		got, _ := place(t, source, reach("reach_error"))
		if squeeze(got) != squeeze(want) {
			t.Errorf("%q gives %q, want %q", source, got, want)
		}
	}
}

// squeeze replaces several blanks by one.
func squeeze(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	return strings.Join(lines, "\n")
}

func TestDumps(t *testing.T) {
	for line, want := range map[string]string{
		"abort();":                  "{ D; abort(); }",
		"x; abort();y;{abort();}":   "x; { D; abort(); }y;{{ D; abort(); }}",
		"abort ();":                 "abort ();",
		"my_abort();":               "my_abort();",
		"(abort)();":                "(abort)();",
		"x || abort();":             "x || (D, abort)();",
		"extern void abort(void);":  "extern void abort(void);",
		"__assert_fail (\"x\");":    "D; __assert_fail (\"x\");",
		"x || __assert_fail(1);":    "x || (D, __assert_fail)(1);",
		"extern void __assert_fail": "extern void __assert_fail",
	} {
		if got := string(addDumps([]byte(line), "D")); got != want {
			t.Errorf("%q gives %q, want %q", line, got, want)
		}
	}
}

// TestUnmatchedAborts: TestCov's else, and clang-tidy's brace on the same line, directly precede the next word, and then TestCov's
// pattern does not match an abort().
func TestUnmatchedAborts(t *testing.T) {
	for body, want := range map[string]bool{
		"if (x) y; abort();":                   false,
		"if (x) { y; }\n  /* z */\n  abort();": false,
		"if (x) y; else if (z) w;\nabort();":   false,
		"if (x) y; else z; abort();":           false,
		"if (x) y; else while (z) w; abort();": false,
		"if (x) if (y) z; else w; abort();":    false,
		"if (x) y; l: abort();":                true,
		"if (x) y; else z;\nabort();":          true,
		"if (x) y; else { z; } abort();":       true,
		"if (x) { y; abort(); }":               true,
		"while (x) y; abort();":                true,
		"while (x) if (y) z; abort();":         true,
		"do if (x) y; while (z); abort();":     true,
		"switch (x) case 1: y; abort();":       true,
	} {
		if text, _ := place(t, "int f(int x) { "+body+" }", branches()); strings.Contains(text, "DUMP()") != want {
			t.Errorf("%s: dump %t, want %t: %s", body, !want, want, text)
		}
	}
	for body, want := range map[string]bool{
		"if (x) y; abort();": false, "if (x) y;\nabort();": true, "while (x) y; abort();": false, "while (x) { y; } abort();": true,
	} {
		if text, _ := place(t, "int f(int x) { "+body+" }", options(property.Property{Kind: property.Conditions})); strings.Contains(text,
			"DUMP()") != want {
			t.Errorf("conditions: %s: dump %t, want %t: %s", body, !want, want, text)
		}
	}
}

func TestPositions(t *testing.T) {
	const source = "# 1 \"a.c\"\nint f(int x)\n{ if (x) {\n  y; }\n# 70 \"b.h\" 1\n while (x) z;\n#line 9\n x ?\n1 : 2;\n}\n"
	placement, err := Place([]byte(source), branches())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, g := range placement.Goals {
		got = append(got, fmt.Sprintf("%s:%d/%d %s", g.File, g.Line, g.TextLine, g.Function))
	}
	const want = "[a.c:2/3 f a.c:3/4 f b.h:70/6 f b.h:70/6 f b.h:9/8 f b.h:10/9 f]"
	if fmt.Sprint(got) != want {
		t.Errorf("positions %v, want %s", got, want)
	}
	origins := Origins([]byte(source))
	if len(origins) != 10 || origins[2] != (Origin{"a.c", 2}) || origins[5] != (Origin{"b.h", 70}) || origins[9] != (Origin{"b.h", 11}) {
		t.Errorf("origins %v", origins)
	}
}

// TestTextForGcov: for conditions the text gets braces and dumps and loses its line markers; for statements it does not change.
func TestTextForGcov(t *testing.T) {
	const source = "# 1 \"a.c\"\nint f(int x) {\n  if (x) abort();\n#line 7\n}\n"
	for kind, want := range map[property.Kind]string{
		property.Conditions: "\nint f(int x) {\n  if (x) {{ DUMP(); abort(); } }\n#line 7\n}\n",
		property.Statements: source,
	} {
		got, kinds := place(t, source, options(property.Property{Kind: kind}))
		if squeeze(got) != squeeze(want) || len(kinds) != 0 {
			t.Errorf("%s: %q with goals %v, want %q without", kind, got, kinds, want)
		}
	}
}

// TestPartOfAProgram: in one of several files, an error function that is only declared is defined in another file.
func TestPartOfAProgram(t *testing.T) {
	o := reach("reach_error")
	o.Part = true
	if got, kinds := place(t, "extern void reach_error();\n", o); got != "extern void reach_error();\n" || len(kinds) != 0 {
		t.Errorf("%q with goals %v", got, kinds)
	}
	if _, kinds := place(t, "void reach_error() { abort(); }\n", o); len(kinds) != 1 {
		t.Errorf("the definition has goals %v", kinds)
	}
}

// TestFunctionNames: the name of a function is found in every form of declaration. A function whose name is not found has goals,
// too.
func TestFunctionNames(t *testing.T) {
	for head, want := range map[string]string{
		"int f(void)": "f", "static struct s *f(int a[3])": "f", "int (f)(int x)": "f", "int (*f(int x))(int)": "f",
		"__attribute__((section(\"x\"))) int f()": "f", "typeof(g(1)) f(void)": "f", "int f(x) int x;": "f", "int": unnamed,
	} {
		placement, err := Place([]byte("int before;"+head+"{ do ; while (1); }"), branches())
		if err != nil || len(placement.Goals) != 1 || placement.Goals[0].Function != want {
			t.Errorf("%s: %+v, %v; want %s", head, placement, err, want)
		}
	}
}

// TestDeepNesting: deep nesting of any kind does not exhaust the stack.
func TestDeepNesting(t *testing.T) {
	const depth = 1 << 20
	for _, unit := range []string{"(", "{", "[", "if(x)", "x?", "x?y:", "while(x)", "do ", "({", "switch(x)", "typeof(", "struct {"} {
		_, err := Place([]byte("int f(int x){"+strings.Repeat(unit, depth)), branches())
		if err != nil && !errors.Is(err, ErrTooDeep) {
			t.Errorf("%q: %v", unit, err)
		}
	}
	if _, kinds := place(t, "int f(int x){"+strings.Repeat("if(x)y;else ", depth)+";}", branches()); len(kinds) != depth+1 {
		t.Errorf("a chain of else if has %d goals, want %d", len(kinds), depth+1)
	}
}

// FuzzPlace checks that any text can be marked, that line numbers stay the same, and that removing the marks gives the original
// text.
func FuzzPlace(f *testing.F) {
	paths, err := filepath.Glob(filepath.Join("testdata", "*.c"))
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		if len(source) > 1<<16 || bytes.Contains(source, []byte(lineBreak)) {
			return
		}
		placement, err := Place(source, branches())
		if err != nil {
			t.Fatal(err)
		}
		if got, want := bytes.Count(placement.Text, []byte("\n")), bytes.Count(source, []byte("\n")); got != want {
			t.Errorf("%d lines became %d", want, got)
		}
		for number := range placement.Goals {
			if bytes.Count(placement.Text, fmt.Appendf(nil, "GOAL(%d);", number)) < 1 {
				t.Errorf("goal %d is not marked", number)
			}
		}
		if _, err := Place(source, reach("f")); err != nil {
			t.Error(err)
		}
	})
}

func BenchmarkPlace(b *testing.B) {
	source, err := os.ReadFile(filepath.Join("testdata", "shapes.c"))
	if err != nil {
		b.Fatal(err)
	}
	source = bytes.Repeat(source, 4<<20/len(source))
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		if _, err := Place(source, branches()); err != nil {
			b.Fatal(err)
		}
	}
}

// TestNamesInDirectives: preprocessors write file names with C's escapes.
func TestNamesInDirectives(t *testing.T) {
	for literal, want := range map[string]string{
		`p.c`: "p.c", `a\"b.c`: `a"b.c`, `a\\b.c`: `a\b.c`, `a\\\"b`: `a\"b`, `a\nb\tc`: "a\nb\tc", `p\377\0337.c`: "p\xff\x1b7.c",
		`\7\08`: "\a\x008", `größe`: "größe", `\q`: "q",
	} {
		origins := Origins([]byte("# 7 \"" + literal + "\" 1 3\nint x;\n"))
		if len(origins) < 2 || origins[1] != (Origin{want, 7}) {
			t.Errorf("%s is read as %+v, want %q", literal, origins, want)
		}
	}
}
