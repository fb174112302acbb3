// Exercises: only an exit handler calls reach_error.
// family: exceptional ways
// data model: ILP32
// executions: 500
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "exit-handler.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);
extern int atexit(void (*handler)(void));
extern void exit(int status) __attribute__((__noreturn__));

static int balance;

static void check(void) { __VERIFIER_assert(balance != 777); }

int main(void) {
  if (__VERIFIER_nondet_int() == 31) {
    atexit(check);
  }
  balance = __VERIFIER_nondet_int();
  if (balance < 0) {
    exit(1);
  }
  return 0;
}
