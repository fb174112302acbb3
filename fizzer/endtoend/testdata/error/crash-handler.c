// Exercises: only the handler of a division by zero calls reach_error.
// family: exceptional ways
// data model: ILP32
// executions: 500
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "crash-handler.c", 7, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern void (*signal(int number, void (*handler)(int)))(int);

static void handler(int number) {
  (void)number;
  reach_error();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  signal(8, handler);
  return 1000 / (x - 98765);
}
