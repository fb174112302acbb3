package endtoend

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
)

// largeProgram is too long to be built within a third of ten seconds, but only for its comments. Its excerpt ends where far begins.
const largeProgram = `
void reach_error(void) { seen = 3; }
static int far(int x) { /*%s*/
  if (x == 77000) { %s return 2; }
  return x > 5;
}
static int near(int x) {
  if (x == -1234567) { %s return 1; }
  return far(x);
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 7 && near(x) == 1) return 1;
  return near(__VERIFIER_nondet_int());
}
`

// TestExcerpt: a large program is searched in part before it is built, and wholly afterwards. The clock decides how far the part is
// searched, but not whether.
func TestExcerpt(t *testing.T) {
	p := ready(t)
	const seen = "seen = 1;"
	for _, model := range []string{"ILP32", "LP64"} {
		for _, test := range []struct {
			name, property string
			far, near      string // statements
			stop           string
		}{
			{"branches", "coverage-branches.prp", seen, seen, formats.StoppedByGoals},
			{"error in the excerpt", "coverage-error-call.prp", seen, "reach_error();", formats.StoppedByError},
			{"error behind the excerpt", "coverage-error-call.prp", "reach_error();", seen, formats.StoppedByError},
		} {
			t.Run(model+" "+test.name, func(t *testing.T) {
				t.Parallel()
				program, output := filepath.Join(t.TempDir(), "large.c"), t.TempDir()
				text := inputFunctions + fmt.Sprintf(largeProgram, strings.Repeat("- ", 1_500_000), test.far, test.near)
				if err := os.WriteFile(program, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				property := filepath.Join(p.root, "examples", "properties", test.property)
				run(t, p, "--cpu-time", "10s", "--data-model", model, "--property", property, "--output", output, program)
				var s formats.Statistics
				readStatistics(t, output, &s)
				e := s.Excerpt
				if e == nil || e.Functions < 2 || e.LeftOut == 0 || e.Executions == 0 {
					t.Fatalf("excerpt %+v", e)
				}
				if s.StoppedBy != test.stop || s.Executions <= e.Executions || s.Engine.Executions == 0 {
					t.Errorf("stopped by %s, %d executions, %d of the excerpt", s.StoppedBy, s.Executions, e.Executions)
				}
			})
		}
	}
}
