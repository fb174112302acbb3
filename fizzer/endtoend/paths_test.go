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
extern unsigned long __VERIFIER_nondet_ulong(void);
typedef __SIZE_TYPE__ size_t;
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *memcpy(void *, const void *, size_t);
extern double lgamma(double);
extern int pipe(int *);
extern long read(int, void *, size_t), write(int, const void *, size_t);
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
	{"store", `
int main(void) {
  int a[8] = {0}, x = __VERIFIER_nondet_int();
  a[x & 7] = 1;
  if (a[3]) seen = 1;
  if (a[4] > 1) seen = 2;
  return 0;
}`, 2, 1},
}

// manyPaths are programs of which something is not known for certain: nothing is said about all of their paths.
var manyPaths = map[string]string{
	"pointer": `
static void one(int x) { if (x == 12345) seen = 1; }
static void two(int x) { if (x == 54321) seen = 2; }
static void (*volatile all[2])(int) = {one, two};
int main(void) { int x = __VERIFIER_nondet_int(); all[x & 1](x >> 1); NEVER(x); return 0; }`,
	"store outside": `
int main(void) {
  int a[8] = {0}, x = __VERIFIER_nondet_int();
  a[x & 15] = 1;
  if (a[3]) seen = 1;
  if (a[4] > 1) seen = 2;
  return 0;
}`,
	"large store": `
int main(void) {
  int a[128] = {0}, x = __VERIFIER_nondet_int();
  a[x & 127] = 1;
  if (a[3]) seen = 1;
  if (a[4] > 1) seen = 2;
  return 0;
}`,
	"store with a stride": ` // the product wraps around: an offset that is no multiple of 12
static unsigned table[10];
int main(void) {
  size_t offset = (size_t)__VERIFIER_nondet_ulong() * 12;
  unsigned one = 1;
  if (offset < 37) __builtin_memcpy((char *)table + offset, &one, sizeof one);
  if (table[1]) seen = 1;
  NEVER(table[2]);
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
	"sorted": ` // by a function of the C library, which moves what has expressions
struct entry { int key; unsigned value; };
static int order(const void *a, const void *b) { return ((struct entry *)a)->key - ((struct entry *)b)->key; }
int main(void) {
  struct entry all[2] = {{1, 0}, {0, 0}};
  all[0].value = __VERIFIER_nondet_uint();
  qsort(all, 2, sizeof all[0], order);
  if ((all[1].value ^ all[1].value >> 15) * 0x9e3779b1u == 0xdeadbeefu) seen = 1;
  NEVER(all[1].value);
  return 0;
}`,
	"copied": ` // by a function of the C library behind a pointer
void *(*copy)(void *, const void *, size_t) = memcpy;
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 0;
  copy(&y, &x, sizeof y);
  if ((y ^ y >> 15) * 0x9e3779b1u == 0xdeadbeefu) seen = 1;
  NEVER(x);
  return 0;
}`,
	"asked": ` // an input function behind a pointer
unsigned (*ask)(void) = __VERIFIER_nondet_uint;
int main(void) {
  unsigned x = ask();
  if ((x ^ x >> 15) * 0x9e3779b1u == 0xdeadbeefu) seen = 1;
  NEVER(x);
  return 0;
}`,
	"declared": ` // with another type than the function has
extern int __VERIFIER_nondet_char(void);
int main(void) {
  int x = __VERIFIER_nondet_char();
  if (x < 0) seen = 1;
  NEVER(x);
  return 0;
}`,
	"long double": `
int main(void) {
  union { unsigned number[4]; long double value; } from = {{0}}, to = {{0}};
  from.number[0] = __VERIFIER_nondet_uint();
  from.number[1] = 0x80000000u;
  from.number[2] = 0x3fff;
  to.value = from.value;
  if ((to.number[0] ^ to.number[0] >> 15) * 0x9e3779b1u == 0xdeadbeefu) seen = 1;
  NEVER(from.number[0]);
  return 0;
}`,
	"exchanged": `
static unsigned shared;
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __sync_bool_compare_and_swap(&shared, 0, x);
  if ((shared ^ shared >> 15) * 0x9e3779b1u == 0xdeadbeefu) seen = 1;
  NEVER(x);
  return 0;
}`,
	"stride": ` // the product wraps around: an offset that is no multiple of 12
static const unsigned table[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
int main(void) {
  size_t offset = (size_t)__VERIFIER_nondet_ulong() * 12;
  unsigned value = 0;
  if (offset < 37) __builtin_memcpy(&value, (const char *)table + offset, sizeof value);
  if (value == 2) seen = 1;
  NEVER(value);
  return 0;
}`,
	"precision": ` // x87 has more bits than the expressions
int main(void) {
  union { unsigned bits; float value; } x;
  x.bits = __VERIFIER_nondet_uint();
  float y = x.value + 1.0f;
  if (y * 3 == x.value) seen = 1;
  NEVER(x.bits);
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
