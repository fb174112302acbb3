// Exercises: a maze of rooms whose doors are ranges of characters.
// family: Fuzzle
// data model: LP64
// executions: 5000
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "fuzzle-corridor.c", 7, "reach_error"); }
extern char __VERIFIER_nondet_char(void);

static void room(int number);

static void enter(int low, int high, int left, int right) {
  char key = __VERIFIER_nondet_char();
  if (key >= low && key <= high) {
    room(left);
  } else if (key == high + 1) {
    room(right);
  }
}

static void room(int number) {
  switch (number) {
  case 1: enter(-100, -90, 2, 3); break;
  case 2: enter(3, 7, 1, 4); break;
  case 3: enter(60, 61, 5, 6); break;
  case 4: enter(-128, -120, 2, 7); break;
  case 5: enter(10, 20, 3, 8); break;
  case 6: enter(77, 77, 9, 3); break;
  case 7: enter(0, 1, 4, 4); break;
  case 9: reach_error(); break;
  default: break;
  }
}

int main(void) {
  room(1);
  return 0;
}
