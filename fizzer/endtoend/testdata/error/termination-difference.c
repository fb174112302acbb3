// Exercises: a loop that ends only where a difference meets a constant exactly.
// family: Termination
// data model: LP64
// executions: 500
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "termination-difference.c", 7, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  while (x > 0 && y > 0) {
    if (x - y == 123456) {
      reach_error();
    }
    if (x > y) {
      x -= y;
    } else {
      y = y - x - 1;
    }
    if (__VERIFIER_nondet_int() == 0) {
      break;
    }
  }
  return 0;
}
