package endtoend

import (
	"fmt"
	"strings"
	"testing"
)

// A program may be nested as deeply as gcc accepts. Both compilers build it, and its goals are counted.
func TestNesting(t *testing.T) {
	p := ready(t)
	const depth = 500
	nested := func(open, middle, shut string) string {
		return strings.Repeat(open, depth) + middle + strings.Repeat(shut, depth)
	}
	var structs, macros, ifs strings.Builder
	for i := range depth {
		fmt.Fprintf(&structs, "struct s%d{", i)
		fmt.Fprintf(&ifs, "if(x>%d){", i)
		fmt.Fprintf(&macros, "#define A%d (A%d)\n", i+1, i)
	}
	structs.WriteString("int v;")
	for i := range depth - 1 {
		fmt.Fprintf(&structs, "}m%d;", i)
	}
	program := source(t, "extern int __VERIFIER_nondet_int(void);\n"+structs.String()+"} g;\n#define A0 x\n"+macros.String()+
		"static int f(int a) { return a + 1; }\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n"+
		"  if ("+nested("(", "x", ")")+" == 5) return 1;\n"+nested("{", "if (x == 6) return 2;", "}")+"\n"+
		"  if ("+nested("f(", "x", ")")+" == 7) return 3;\n  if ("+fmt.Sprintf("A%d", depth)+" == 8) return 4;\n"+ifs.String()+"x++;"+
		strings.Repeat("}", depth)+"\n  return sizeof g > 4;\n}\n")
	for _, model := range []string{"ILP32", "LP64"} {
		s := start(t, p, "--max-executions", "300", "--data-model", model, program)
		s.wait(t)
		s.checkEnd(t)
		if goals := s.statistics(t).Goals; goals == nil || goals.Total != 2*(4+depth) || goals.Covered < depth {
			t.Errorf("%s: goals are %+v", model, goals)
		}
	}
}

// TestFrontEndLimits: what gcc takes, clang takes: a long text, a long array, a long chain of else if, many cases, deep macros, many
// parameters, locals and functions, a long name, a long line.
func TestFrontEndLimits(t *testing.T) {
	p := ready(t)
	var chain, cases, macros, parameters, arguments, locals, functions strings.Builder
	const ifs, labels, depth, many = 1500, 5000, 3000, 200
	for i := range ifs {
		fmt.Fprintf(&chain, "if (x == %d) y = %d; else ", 3*i, i)
	}
	for i := range labels {
		fmt.Fprintf(&cases, "case %d: y++; break;\n", 7*i)
	}
	for i := range depth {
		fmt.Fprintf(&macros, "#define A%d A%d\n", i+1, i)
	}
	for i := range many {
		separator := ", "
		if i == 0 {
			separator = ""
		}
		fmt.Fprintf(&parameters, "%sint p%d", separator, i)
		fmt.Fprintf(&arguments, "%sx + %d", separator, i)
		fmt.Fprintf(&locals, "int l%d = x + %d; y += l%d;\n", i, i, i)
		fmt.Fprintf(&functions, "static int f%d(int a) { return a > %d; }\n", i, i)
	}
	name := strings.Repeat("long", 2000)
	program := source(t, "extern int __VERIFIER_nondet_int(void);\n#define A0 x\n"+macros.String()+functions.String()+
		"static const char text[] = \""+strings.Repeat("text", 1<<18)+"\";\n"+
		"static const int table[] = {"+strings.Repeat("1, 2, 3,", 20_000)+"};\n"+
		"static int parameters("+parameters.String()+fmt.Sprintf(") { return p0 > p%d; }\n", many-1)+
		"int main(void) {\n  int x = __VERIFIER_nondet_int(), y = 0, "+name+" = x;\n"+chain.String()+"y = -1;\n  switch (y) {\n"+cases.String()+
		"default: break;\n  }\n"+locals.String()+"  if (parameters("+arguments.String()+")) return 1;\n"+
		fmt.Sprintf("  if (A%d == 8) return 2;\n  if (x"+strings.Repeat(" + x", 2000)+" == 9) return 3;\n", depth)+
		"  if ("+name+" == 10 && f7(x)) return 4;\n  return text[(unsigned)x % sizeof text] == 'x' || table[(unsigned)x % 60000] == 5;\n}\n")
	for _, model := range []string{"ILP32", "LP64"} {
		s := start(t, p, "--max-executions", "300", "--data-model", model, program)
		s.wait(t)
		s.checkEnd(t)
		if goals := s.statistics(t).Goals; goals == nil || goals.Total < ifs+labels || goals.Covered < 20 {
			t.Errorf("%s: goals are %+v", model, goals)
		}
	}
}
