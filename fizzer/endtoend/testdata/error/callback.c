// Exercises: a function that the C library calls back.
// family: exceptional ways
// data model: ILP32
// executions: 500
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "callback.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);
extern void qsort(void *base, __SIZE_TYPE__ count, __SIZE_TYPE__ size, int (*compare)(const void *, const void *));

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  __VERIFIER_assert(x != y + 4000);
  return x < y ? -1 : x > y;
}

int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) {
    a[i] = __VERIFIER_nondet_int();
  }
  qsort(a, 3, sizeof a[0], compare);
  return 0;
}
