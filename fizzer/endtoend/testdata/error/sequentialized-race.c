// Exercises: two threads turned into a schedule of inputs; one increment gets lost.
// family: Sequentialized
// data model: ILP32
// executions: 2000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sequentialized-race.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern _Bool __VERIFIER_nondet_bool(void);

static int counter, local[2], place[2];

static void run(int thread) {
  switch (place[thread]) {
  case 0:
    local[thread] = counter;
    break;
  case 1:
    local[thread]++;
    break;
  case 2:
    counter = local[thread];
    break;
  default:
    return;
  }
  place[thread]++;
}

int main(void) {
  for (int i = 0; i < 8; i++) {
    run(__VERIFIER_nondet_bool());
  }
  __VERIFIER_assert(!(place[0] == 3 && place[1] == 3 && counter != 2));
  return 0;
}
