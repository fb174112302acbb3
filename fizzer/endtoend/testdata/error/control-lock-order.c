// Exercises: two locks are taken and given back in the wrong order.
// family: ControlFlow
// data model: ILP32
// executions: 10000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "control-lock-order.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int first = 0, second = 0;
  while (1) {
    switch (__VERIFIER_nondet_int()) {
    case 1:
      first = 1;
      break;
    case 2:
      second = first;
      break;
    case 3:
      __VERIFIER_assert(!second);
      first = 0;
      break;
    case 4:
      second = 0;
      break;
    default:
      return 0;
    }
  }
}
