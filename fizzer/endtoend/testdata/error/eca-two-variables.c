// Exercises: two counters and a state that guard each other.
// family: ECA
// data model: LP64
// executions: 20000
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "eca-two-variables.c", 7, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

int a1 = 23, a2 = 4, mode = 0;

static void step(int input) {
  if (mode == 0 && input == 3 && a2 == 4) {
    a1 += 19;
    mode = 2;
  } else if (mode == 2 && input == 1 && a1 > 40) {
    a2 = a1 - 30;
    mode = 5;
  } else if (mode == 5 && input == 6 && a2 == 12) {
    mode = 7;
  } else if (mode == 7 && input == 2) {
    a1 = a1 % 10 + a2;
    mode = a1 == 14 ? 9 : 0;
  } else if (mode == 9 && input == 4) {
    reach_error();
  } else {
    mode = mode > 6 ? 0 : mode;
  }
}

int main(void) {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 6) {
      return 0;
    }
    step(input);
  }
}
