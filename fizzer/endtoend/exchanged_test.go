package endtoend

import (
	"os"
	"path/filepath"
	"testing"

	"fizzer/fizzer/formats"
)

// structured reads the members of structures that are arguments: gcc evaluates the last argument first, and clang the first one.
const structured = `
extern int __VERIFIER_nondet_int(void);
#define N __VERIFIER_nondet_int
struct pair { int a, b; };
static int one(struct pair p, int c) { if (p.a == 5 && p.b == 6 && c == 7) return 1; return 0; }
static int two(int c, struct pair p) { if (p.a == 15 && p.b == 16 && c == 17) return 1; return 0; }
static int both(struct pair p, struct pair q) { if (p.a == 25 && p.b == 26 && q.a == 27 && q.b == 28) return 1; return 0; }
int main(void) {
  switch (N()) {
  case 1: return one((struct pair){N(), N()}, N());
  case 2: return two(N(), (struct pair){N(), N()});
  case 3: return both((struct pair){N(), N()}, (struct pair){N(), N()});
  }
  return 0;
}
`

// Where gcc reads the inputs of arguments in another order than clang, tests with values exchanged reach the goals on gcc's build.
func TestStructuresAsArguments(t *testing.T) {
	p := ready(t)
	for _, model := range []string{"ILP32", "LP64"} {
		t.Run(model, func(t *testing.T) {
			t.Parallel()
			program := filepath.Join(t.TempDir(), "structured.c")
			if err := os.WriteFile(program, []byte(structured), 0o600); err != nil {
				t.Fatal(err)
			}
			output := t.TempDir()
			run(t, p, "--max-executions", "100000", "--data-model", model, "--output", output, program)
			var statistics formats.Statistics
			readStatistics(t, output, &statistics)
			if g := statistics.Goals; g.Covered != g.Total || g.Total == 0 || statistics.Swapped == 0 {
				t.Errorf("%+v, %d exchanged, stopped by %s", *g, statistics.Swapped, statistics.StoppedBy)
			}
		})
	}
}
