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
