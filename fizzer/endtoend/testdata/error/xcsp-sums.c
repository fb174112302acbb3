// Exercises: six small numbers, all different, with three sums.
// family: XCSP
// data model: ILP32
// executions: 100000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "xcsp-sums.c", 7, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

static void assume(int condition) {
  if (!condition) {
    abort();
  }
}

int main(void) {
  int v[6];
  for (int i = 0; i < 6; i++) {
    v[i] = __VERIFIER_nondet_int();
    assume(v[i] >= 1);
    assume(v[i] <= 9);
  }
  for (int i = 0; i < 6; i++) {
    for (int j = i + 1; j < 6; j++) {
      assume(v[i] != v[j]);
    }
  }
  assume(v[0] + v[1] == v[2]);
  assume(v[3] + v[4] == v[5]);
  assume(v[2] + v[5] == 17);
  reach_error();
  return 0;
}
