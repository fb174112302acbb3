// Exercises: a mutual exclusion whose second thread forgets to wait.
// family: Sequentialized
// data model: LP64
// executions: 20000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sequentialized-peterson.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern unsigned char __VERIFIER_nondet_uchar(void);

static int flag[2], turn, inside[2], place[2];

static void step(int me) {
  int other = 1 - me;
  switch (place[me]) {
  case 0: flag[me] = 1; place[me] = 1; break;
  case 1: turn = other; place[me] = 2; break;
  case 2:
    if (!(flag[other] && turn == other) || (me == 1 && turn == 0)) {
      place[me] = 3;
    }
    break;
  case 3: inside[me] = 1; place[me] = 4; break;
  case 4: inside[me] = 0; flag[me] = 0; place[me] = 0; break;
  }
}

int main(void) {
  for (int i = 0; i < 20; i++) {
    step(__VERIFIER_nondet_uchar() & 1);
    __VERIFIER_assert(!(inside[0] && inside[1]));
  }
  return 0;
}
