// Exercises: a handshake whose states are large numbers and that skips one.
// family: ControlFlow
// data model: LP64
// executions: 50000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "control-ssh-handshake.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 8464, blastFlag = 0;
  while (1) {
    if (state == 8464) {
      if (__VERIFIER_nondet_int()) {
        state = 8480;
      } else {
        return 0;
      }
    } else if (state == 8480) {
      state = __VERIFIER_nondet_int() == 4477 ? 8496 : 8512;
    } else if (state == 8496) {
      blastFlag = 1;
      state = 8512;
    } else if (state == 8512) {
      if (__VERIFIER_nondet_int() > 12) {
        state = 8656;
      } else {
        return 1;
      }
    } else if (state == 8656) {
      __VERIFIER_assert(blastFlag == 0);
      state = 8464;
    } else {
      return 2;
    }
  }
}
