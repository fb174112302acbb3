// Exercises: only a signal handler calls reach_error.
// family: exceptional ways
// data model: LP64
// executions: 500
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "signal-handler.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);
extern void (*signal(int number, void (*handler)(int)))(int);
extern int raise(int number);

static int caught;

static void handler(int number) { __VERIFIER_assert(!(number == 10 && caught == 5)); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1234) {
    signal(10, handler);
    caught = __VERIFIER_nondet_int();
    raise(10);
  }
  return 0;
}
