package endtoend

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
)

// callers is a program whose functions are called in many ways, by gcc's code, too. Those named dead are not called at all.
const callers = `
extern int __VERIFIER_nondet_int(void);
extern int atexit(void (*)(void));
extern void (*signal(int, void (*)(int)))(int);
extern int raise(int);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
static int x, seen[9];
static __attribute__((constructor)) void first(void) { seen[0] = 1; }
static __attribute__((destructor)) void last(void) { if (x > 11) seen[1] = 1; }
static void leaving(void) { if (x > 12) seen[2] = 1; }
static void handler(int n) { if (x > 13) seen[3] = 1; }
static int order(const void *a, const void *b) { if (x > 14) seen[4] = 1; return *(int *)a - *(int *)b; }
__attribute__((weak)) void weak(void) { if (x > 15) seen[5] = 1; }
static void aliased(void) { if (x > 16) seen[6] = 1; }
void alias(void) __attribute__((alias("aliased")));
static void in_table(void) { if (x > 17) seen[7] = 1; }
static void (*const table[1])(void) = {in_table};
static void dead_too(void) { if (x > 1) seen[8] = 1; }
static void (*dead_table[1])(void) = {dead_too};
void dead(int n) { dead_table[0](); if (n) dead(n - 1); }
int main(void) {
  int numbers[3] = {3, 1, 2};
  x = __VERIFIER_nondet_int();
  atexit(leaving);
  signal(10, handler);
  raise(10);
  qsort(numbers, 3, sizeof numbers[0], order);
  weak();
  alias();
  table[0]();
  return 0;
}
`

// A run does not wait for goals in functions that nothing calls, and covers no goal that is marked as such.
func TestUncalledFunctions(t *testing.T) {
	p := ready(t)
	for _, model := range []string{"ILP32", "LP64"} {
		for name, dead := range map[string]int{"branches": 4, "conditions": 4, "statements": 2} {
			t.Run(model+" "+name, func(t *testing.T) {
				t.Parallel()
				program := filepath.Join(t.TempDir(), "callers.c")
				if err := os.WriteFile(program, []byte(callers), 0o600); err != nil {
					t.Fatal(err)
				}
				output := t.TempDir()
				goals := filepath.Join(p.root, "examples", "properties", "coverage-"+name+".prp")
				out := run(t, p, "--max-executions", "3000", "--data-model", model, "--property", goals, "--output", output, program)
				var statistics formats.Statistics
				readStatistics(t, output, &statistics)
				checkUnreachable(t, output)
				if g := statistics.Goals; g.Unreachable != dead || g.Covered != g.Total-dead || statistics.Unreachable < 2 ||
					statistics.StoppedBy != formats.StoppedByGoals {
					t.Errorf("%+v, %d locations unreachable, stopped by %s", *g, statistics.Unreachable, statistics.StoppedBy)
				}
				if !strings.Contains(out, fmt.Sprintf("goals-out-of-reach: %d\n", dead)) {
					t.Errorf("summary:\n%s", out)
				}
			})
		}
	}
}
