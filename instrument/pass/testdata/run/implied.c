/* Conditions that follow from others: those on lines with "implied" are not recorded, all others are. */
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
extern void abort(void);

int global, other;
static int *pointer = &other;

static void leave(int x) {
  if (x == 77) abort();
}

static int asked(int x) {
  int result = 0;
  if (x > 3) result++;
  if (x > 3) result += 10; /* implied */
  if (!(x > 3)) result += 100; /* implied */
  int more = x > 3; /* implied */
  if (more) result += 1000; /* implied */
  bool flag = more; /* implied */
  if (flag) result += 10000; /* implied */
  return result;
}

static int nested(int x, int y) {
  if (x == 1) {
    if (x == 1 && y == 2) return 1; /* implied, y == 2 not */
    if (y == 2) return 2;           /* implied */
  }
  if (x == 1) return 3; /* implied */
  return 4;
}

static int ended(int x) {
  int result = 0;
  if (x > 5) result = 1;
  leave(x);
  if (x > 5) result += 10; /* leave may not come back */
  *pointer = 5;
  if (x > 5) result += 100; /* pointer may be wrong */
  return result;
}

static int globals(void) {
  int result = 0;
  if (global == 3) result = 1;
  if (global == 3) result += 10; /* implied */
  global++;
  if (global == 3) result += 100;
  other = 3;
  if (global == 3) result += 1000; /* implied */
  return result;
}

static int joined(int x, int y) {
  if (x == 1 && y == 1) return 1;
  if (x == 1 && y == 2) return 2; /* implied, y == 2 not */
  if (y == 1) return 3;
  return 4;
}

static int loops(int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    if (n > 2) sum++;
    if (n > 2) sum += 2; /* implied */
  }
  return sum;
}

static int constant(int x) {
  int debug = 0, level = 4;
  if (debug) return 1; /* only its record says that constant is entered */
  if (x == 2) {
    if (debug) return 2;     /* implied */
    if (level > 3) return 3; /* implied */
  }
  leave(x);
  if (debug) return 4; /* only its record says that leave came back */
  return 5;
}

/* An input function by its name only. */
static int __VERIFIER_nondet_range(int least) {
  int n = __VERIFIER_nondet_int();
  if (n < least) abort();
  return n;
}

static int ranged(int x) {
  int result = 0;
  if (x > 1) result = 1;
  result += __VERIFIER_nondet_range(-1);
  if (x > 1) result += 10; /* the range may end the run */
  return result;
}

static int assumed(int x) {
  int result = 0;
  if (x > -9) result = 1;
  __builtin_assume(x > -9); /* implied */
  if (x > -9) result += 10; /* implied, and not by the assumption */
  return result;
}

static int array[2];
static int wild(int x, int i) {
  int result = 0;
  global = x;
  if (global > 3) {
    result = 1;
    array[i & 1] = x;
    if (x > 8) result = 2;
    if (global > 3) result += 10; /* array may be left */
  }
  return result;
}

static int switched(int x) {
  int result = 0;
  switch (x) {
  case 1: result = 5; break;
  case 2: result = 6; break;
  }
  switch (x) { /* implied */
  case 1: result += 50; break;
  }
  return result;
}

static int floats(double d) {
  int result = 0;
  if (d > 1.5) result = 1;
  if (d > 1.5) result += 10; /* implied */
  if (d <= 1.5) result += 100;
  return result;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    int x = __VERIFIER_nondet_int() / 2, y = __VERIFIER_nondet_int() % 4;
    global = x;
    sum += asked(x) + nested(x, y) + ended(x) + globals() + joined(x, y) + loops(x) + constant(x) + switched(x) + ranged(x) + assumed(x) + wild(x, y);
  }
  sum += floats(__VERIFIER_nondet_double());
  return sum & 63;
}
