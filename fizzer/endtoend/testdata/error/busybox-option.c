// Exercises: options read from a text: -n followed by a number in a range.
// family: BusyBox
// data model: LP64
// executions: 200000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "busybox-option.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern char __VERIFIER_nondet_char(void);
extern int strcmp(const char *a, const char *b);
extern int atoi(const char *text);

int main(void) {
  char option[4], number[5];
  for (int i = 0; i < 3; i++) {
    option[i] = __VERIFIER_nondet_char();
  }
  option[3] = 0;
  for (int i = 0; i < 4; i++) {
    number[i] = __VERIFIER_nondet_char();
  }
  number[4] = 0;
  if (strcmp(option, "-n") == 0) {
    int n = atoi(number);
    __VERIFIER_assert(n < 320 || n > 330);
  }
  return 0;
}
