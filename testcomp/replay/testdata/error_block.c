// tests: 1 | 7
// property: reach_error
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error(void) {
  __assert_fail("0", "error.c", 3, "reach_error");
}
int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }
