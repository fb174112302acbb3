// Exercises: a reachable error: reach_error behind a lock protocol that the right order of three requests breaks.
// family: ControlFlow
// expected: 11/11 goals
// budget: 200000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
void reach_error() { __assert_fail("0", "error-reachable.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    ERROR: {reach_error();abort();}
  }
  return;
}

int main() {
  int locked = 0;
  int owner = 0;
  for (int i = 0; i < 3; i++) {
    int request = __VERIFIER_nondet_int();
    if (request > 100) {
      if (!locked) {
        locked = 1;
        owner = request - 100;
      }
    } else if (request == -7) {
      __VERIFIER_assert(owner != 4242);
      locked = 0;
    } else {
      if (locked && owner == request) {
        owner = 0;
        locked = 0;
      }
    }
  }
  return 0;
}
