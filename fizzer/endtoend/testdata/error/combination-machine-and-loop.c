// Exercises: a state machine whose last step counts in a loop.
// family: Combinations
// data model: ILP32
// executions: 10000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "combination-machine-and-loop.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0;
  for (int i = 0; i < 10; i++) {
    int input = __VERIFIER_nondet_int();
    if (state == 0 && input == 'a') {
      state = 1;
    } else if (state == 1 && input > 1000) {
      state = 2;
    } else if (state == 2) {
      int n = 0;
      while (input > 0) {
        input /= 3;
        n++;
      }
      __VERIFIER_assert(n != 9);
    } else {
      return state;
    }
  }
  return 0;
}
