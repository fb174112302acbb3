//go:build llvm19

package pass

import (
	"fmt"
	"strings"
	"testing"

	"fizzer/libfizzer/locations"
)

// TestGoals checks the directions that lead to each marked goal of a program, for each front end and data model. A goal is
// identified by the line that it stands in, as in the location table.
func TestGoals(t *testing.T) {
	const source = `extern void __fizzer_goal(unsigned); extern int in(void); extern void f(void);
int main(void) {
  int x = in(), y = in();
  if (x > 1) { __fizzer_goal(0); }
  else { __fizzer_goal(1); }
  if (x > 2 && y > 2) { __fizzer_goal(2); }
  else { __fizzer_goal(3); }
  if (!(x > 3)) { __fizzer_goal(4); }
  while (x > 4) { __fizzer_goal(5); x--; if (y == x) break; }
  __fizzer_goal(6);
  switch (y) {
  case 1: __fizzer_goal(7);
  case 2: __fizzer_goal(8); f();
  case 3: __fizzer_goal(9); break;
  default: __fizzer_goal(10);
  }
  f(); __fizzer_goal(11);
  return x > 5 ? ({ __fizzer_goal(12); 1; }) : ({ __fizzer_goal(13); 2; });
}
`
	want := []string{
		"4:true", "4:false", "6:true", "6:false 6:false", "8:false", "9:true", "9:false 9:true", "11:true", "11:true 11:true",
		"11:true", "11:false", "", "18:true", "18:false",
	}
	for _, clang := range []string{"clang-14", "clang-19"} {
		for _, model := range []string{"-m32", "-m64"} {
			ir, table := instrumentFile(t, compile(t, clang, model, write(t, "goals.c", source)), Options{})
			if strings.Contains(ir, "__fizzer_goal") {
				t.Errorf("%s %s: marks are left", clang, model)
			}
			if len(table.Goals) != len(want) {
				t.Fatalf("%s %s: %d goals, want %d", clang, model, len(table.Goals), len(want))
			}
			for goal, edges := range table.Goals {
				if got := lines(table, edges); got != want[goal] {
					t.Errorf("%s %s: goal %d is led to by %q, want %q", clang, model, goal, got, want[goal])
				}
			}
		}
	}
}

// lines returns line and outcome of each edge.
func lines(table *locations.Table, edges []locations.Edge) string {
	var texts []string
	for _, e := range edges {
		texts = append(texts, fmt.Sprintf("%d:%v", table.Conditions[e.Location].Line, e.Outcome))
	}
	return strings.Join(texts, " ")
}
