// Exercises: an array of 100,000 inputs, and conditions on all of them: equal, positive, one that differs and where, counts of values.
// family: Arrays
// expected: 30/30 goals
// budget: 30000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
extern int __VERIFIER_nondet_int(void);

#define N 100000

void reach_error(void) { __assert_fail("0", "array-filled.c", 3, "reach_error"); }

void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
  }
}

int a[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
  }
  int negative = 0;
  int even = 0;
  int other = 0;
  int place = -1;
  for (i = 0; i < N; i++) {
    if (a[i] < 0) {
      negative++;
    }
    if (a[i] % 2 == 0) {
      even++;
    }
    if (a[i] != a[0]) {
      other++;
      place = i;
    }
  }
  if (other == 0) {
    if (a[0] == 4711) {
      return 1;
    }
    return 2;
  }
  if (other == 1) {
    if (place == 70000) {
      return 3;
    }
    if (place == N - 1) {
      return 4;
    }
    return 5;
  }
  if (negative == N) {
    return 6;
  }
  if (negative == N / 2) {
    return 7;
  }
  if (even == 0) {
    return 8;
  }
  if (even == N) {
    return 9;
  }
  __VERIFIER_assert(even != 12345);
  return 0;
}
