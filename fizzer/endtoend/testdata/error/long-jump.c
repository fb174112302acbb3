// Exercises: a jump back over two functions with a value.
// family: exceptional ways
// data model: LP64
// executions: 500
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "long-jump.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);

static jmp_buf recover;

static void parse(int x) {
  if (x < 0) {
    longjmp(recover, -x);
  }
}

int main(void) {
  int code = setjmp(recover);
  if (code == 0) {
    parse(__VERIFIER_nondet_int());
    return 0;
  }
  __VERIFIER_assert(code != 60000);
  return 1;
}
