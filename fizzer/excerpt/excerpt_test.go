package excerpt

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

const program = `#include <stdio.h> /* { */
extern int __VERIFIER_nondet_int(void);
struct __attribute__((packed)) { int x; } s;
struct pair { int a, b; };
static const char *const texts[] = {"{", "}", "main(1) {"};
#define PAIR(x) {x, x} /* {
 { */ \
 // {
int far(int x) { return x; /* } ------------------------------------------------------ */ }
static struct pair *middle(int x)
{
  // } ------------------------------------------------------------------------------------
  // } ------------------------------------------------------------------------------------
  if (x == '}') { return far(x) ? 0 : 0; }
  return 0;
}
int old(x) int x; { return x; }
int (*chosen(int x))(int) { return x ? far : old; }
__attribute__((noinline)) static int near(int x) __attribute__((unused)); ` + `
__attribute__((noinline)) static int near(int x) {
  return middle(x) != 0;
}
int main(void) { return near(__VERIFIER_nondet_int()); }
`

func TestScan(t *testing.T) {
	var names []string
	functions, ok := scan([]byte(program))
	if !ok {
		t.Error("the scanner was lost")
	}
	for _, f := range functions {
		names = append(names, f.name)
	}
	if got := strings.Join(names, " "); got != "far middle near main" {
		t.Errorf("functions %q", got)
	}
}

// TestOf checks which functions stay, that the others end the run, and that all lines keep their numbers.
func TestOf(t *testing.T) {
	for limit, left := range map[int]string{220: "middle far", 340: "far"} {
		e := Of([]byte(program), limit)
		if e == nil {
			t.Fatalf("%d bytes: no excerpt", limit)
		}
		functions, _ := scan(e.Text)
		for _, f := range functions {
			ends := strings.HasPrefix(string(f.body), leave)
			if ends != strings.Contains(left, f.name) {
				t.Errorf("%d bytes: the body of %s is %q", limit, f.name, f.body)
			}
		}
		if n := len(strings.Fields(left)); e.Left != n || e.Kept != 4-n {
			t.Errorf("%d bytes: %d functions kept, %d left", limit, e.Kept, e.Left)
		}
		if got, want := bytes.Count(e.Text, []byte("\n")), strings.Count(program, "\n"); got != want {
			t.Errorf("%d bytes: %d lines, want %d", limit, got, want)
		}
	}
}

// TestNone covers programs without an excerpt.
func TestNone(t *testing.T) {
	body := strings.Repeat("x++; ", 100)
	for name, text := range map[string]string{
		"nothing":             "",
		"no main":             "int f(void) {" + body + "}",
		"main is too long":    "int f(void) {" + body + "}\nint main(void) {" + body + "}",
		"nothing to leave":    "int main(void) { return 0; }",
		"long outside":        "int f(void) {" + body + "}\nint x = 0" + strings.Repeat(" + 1", 500) + ";\nint main(void) { return 0; }",
		"a constructor":       "__attribute__((constructor)) int f(void) {" + body + "}\nint main(void) { return 0; }",
		"a word of the exit":  "void _exit(int x) {" + body + "}\nint main(void) { return 0; }",
		"a counter":           "int f(void) {" + body + "return __COUNTER__; }\nint main(void) { return 0; }",
		"digraphs":            "int f(void) <%" + body + "%>\nint g(void) {" + body + "}\nint main(void) { return 0; }",
		"a macro for a brace": "#define BEGIN {\nint f(void) BEGIN " + body + "}\nint g(void) {" + body + "}\nint main(void) { return 0; }",
		"a brace too many":    "int f(void) { if (1) {\n#if A\n}\n#else\n}\n#endif\n}\nint g(void) {" + body + "}\nint main(void) { return 0; }",
		"lost in a function": "int f(void) {\n#if A\n}\n#else\n#endif\nswitch (1) {" + body + "}\nint g(void) {" + body +
			"}\nint main(void) { return 0; }",
		"main without an end": "int f(void) {" + body + "}\nint main(void) { return 0;",
	} {
		if e := Of([]byte(text), 300); e != nil {
			t.Errorf("%s: %q", name, e.Text)
		}
	}
}

// TestDirectives: a function with directives stays, and of several with one name all do.
func TestDirectives(t *testing.T) {
	body := strings.Repeat("x++; ", 100)
	text := "int far(int x) {" + body + "return x; }\nint fixed(int x) {" + body + "\n# define A 1\nreturn far(x); }\n" +
		"#if A\nint near(int x) { return 1; }\n#else\nint near(int x) { return 2; }\n#endif\n" +
		"int main(void) {\n# 7 \"line.c\"\n return near(1) + fixed(2); }\n"
	e := Of([]byte(text), 300)
	if e == nil || e.Left != 1 || e.Kept != 4 || bytes.Count(e.Text, []byte("x++")) != 100 {
		t.Fatalf("%+v", e)
	}
}

// TestMany leaves out what does not fit and goes on with what does.
func TestMany(t *testing.T) {
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "void f%d(int x) { %s }\n", i, strings.Repeat("x++;", i))
	}
	text.WriteString("int main(void) {\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "f%d(0);", 999-i)
	}
	text.WriteString("}\n")
	e := Of([]byte(text.String()), 40_000)
	if e == nil || e.Kept < 10 || e.Kept+e.Left != 1001 || len(e.Text) > 150_000 {
		t.Errorf("%v", e != nil)
	}
}

// FuzzOf checks that no text is too odd, and that the result has as many lines.
func FuzzOf(f *testing.F) {
	f.Add(program, 310)
	f.Add("int f() {/*", 3)
	f.Add("int f() {\"\\", 3)
	f.Add("#x \\\n{\nint f(){}int main(){}", 0)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		e := Of([]byte(text), limit)
		if e == nil {
			return
		}
		if e.Kept < 1 || e.Left < 1 || bytes.Count(e.Text, []byte("\n")) != strings.Count(text, "\n") {
			t.Errorf("%q: %+v", text, e)
		}
	})
}

// BenchmarkOf takes an excerpt of 4 MB.
func BenchmarkOf(b *testing.B) {
	var text strings.Builder
	statements := strings.Repeat("  if (x == 1 && y > 2) { y = (y * 3u + 7u) ^ (y >> 2); }\n", 30)
	for i := 0; text.Len() < 4_000_000; i++ {
		fmt.Fprintf(&text, "int f%d(int x) {\n%s  return 0;\n}\n", i, statements)
	}
	text.WriteString("int main(void) { return f0(1) + f1(2); }\n")
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if Of([]byte(text.String()), 50_000) == nil {
			b.Fatal("no excerpt")
		}
	}
}
