package endtoend

import (
	"os"
	"path/filepath"
	"testing"

	"fizzer/fizzer/formats"
)

// inputFunctions is the head of the programs below.
const inputFunctions = `
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double lgamma(double);
extern int pipe(int *);
extern long read(int, void *, unsigned long), write(int, const void *, unsigned long);
int seen;
#define NEVER(x) if ((unsigned)(x) * ((unsigned)(x) + 1u) & 1u) seen = 99
`

// fewPaths are programs of which each input takes one of a few paths, with their number and the goals of branches that no input reaches.
var fewPaths = []struct {
	name, text  string
	paths, dead int
}{
	{"table", `
static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int x = __VERIFIER_nondet_int(), sum = 0;
  if (n > 3) return 0;
  for (unsigned i = 0; i < n; i++) {
    unsigned k = __VERIFIER_nondet_uint();
    if (k < 8) sum += table[k]; else sum--;
  }
  if (sum > 27) seen = 1;
  if (x > 10 && x < 5) seen = 2;
  return 0;
}`, 31, 2},
	{"merged", `
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int a = x > 7 ? 3 : 4, b = y > x && y < 100 ? 5 : 6;
  switch (a + b) {
  case 8: seen = 1; break;
  case 9: seen = 2; break;
  case 10: seen = 3; break;
  case 11: seen = 4; break;
  }
  NEVER(x);
  return 0;
}`, 6, 2},
	{"call", `
static int clamp(int v, int low, int high) { if (v < low) return low; if (v > high) return high; return v; }
static int (*const choice)(int, int, int) = clamp;
int main(void) {
  int v = choice(__VERIFIER_nondet_int(), -5, 5);
  if (v * v * v == 27) seen = 1;
  NEVER(v);
  return 0;
}`, 4, 1},
	{"pointer", `
static void one(int x) { if (x == 12345) seen = 1; }
static void two(int x) { if (x == 54321) seen = 2; }
static void (*volatile all[2])(int) = {one, two};
int main(void) { int x = __VERIFIER_nondet_int(); all[x & 1](x >> 1); NEVER(x); return 0; }`, 4, 1},
}

// manyPaths are programs of which something is not known for certain: nothing is said about all of their paths.
var manyPaths = map[string]string{
	"store": `
int main(void) {
  int a[8] = {0}, x = __VERIFIER_nondet_int();
  a[x & 7] = 1;
  if (a[3]) seen = 1;
  if (a[4] > 1) seen = 2;
  return 0;
}`,
	"endless": `int main(void) { for (;;) { int x = __VERIFIER_nondet_int(); if (x == seen + 1) seen = 2; NEVER(x); } }`,
	"crash":   `int main(void) { int x = __VERIFIER_nondet_int(); if (100 / x == 7) seen = 1; NEVER(x); return 0; }`,
	"memory": ` // that the program cannot see: the number is a product, so that no run comes near it
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 0;
  int ends[2];
  pipe(ends);
  write(ends[1], &x, 4);
  read(ends[0], &y, 4);
  if ((y ^ y >> 15) * 0x9e3779b1u == 0xdeadbeefu) seen = 1;
  NEVER(x);
  return 0;
}`,
	"unseen": `
static double (*volatile function)(double) = lgamma;
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (function(x) == 1.25) seen = 1;
  NEVER(x);
  return 0;
}`,
	"external": `
int main(void) { if (lgamma(__VERIFIER_nondet_int()) == -1.0) seen = 1; return 0; }`,
}

// exploreProgram runs the tool on a program for so many executions at most.
func exploreProgram(t *testing.T, p places, model, text, executions string) formats.Statistics {
	t.Helper()
	program, output := filepath.Join(t.TempDir(), "paths.c"), t.TempDir()
	if err := os.WriteFile(program, []byte(inputFunctions+text), 0o600); err != nil {
		t.Fatal(err)
	}
	goals := filepath.Join(p.root, "examples", "properties", "coverage-branches.prp")
	run(t, p, "--max-executions", executions, "--data-model", model, "--property", goals, "--output", output, program)
	var statistics formats.Statistics
	readStatistics(t, output, &statistics)
	return statistics
}

// A run ends when each input takes a path that was recorded, with all goals covered that an input reaches.
func TestFewPaths(t *testing.T) {
	p := ready(t)
	for _, model := range []string{"ILP32", "LP64"} {
		for _, test := range fewPaths {
			t.Run(model+" "+test.name, func(t *testing.T) {
				t.Parallel()
				s := exploreProgram(t, p, model, test.text, "40000")
				paths := s.Engine.Symbolic.Paths
				if !paths.All || paths.Recorded != test.paths || s.StoppedBy != formats.StoppedByComplete {
					t.Errorf("%+v, stopped by %s", paths, s.StoppedBy)
				}
				if s.Goals.Covered != s.Goals.Total-test.dead {
					t.Errorf("%d of %d goals", s.Goals.Covered, s.Goals.Total)
				}
			})
		}
	}
}

func TestManyPaths(t *testing.T) {
	p := ready(t)
	for _, model := range []string{"ILP32", "LP64"} {
		for name, text := range manyPaths {
			t.Run(model+" "+name, func(t *testing.T) {
				t.Parallel()
				s := exploreProgram(t, p, model, text, "8000")
				if paths := s.Engine.Symbolic.Paths; paths.All || paths.Failure == "" || s.StoppedBy == formats.StoppedByComplete {
					t.Errorf("%+v, stopped by %s", paths, s.StoppedBy)
				}
			})
		}
	}
}
