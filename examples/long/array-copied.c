// Exercises: an array of 100,000 inputs is copied twice, the second time mirrored; a copy that loses a value; both are compared.
// family: Arrays
// expected: 28/28 goals
// reachable: 28/28 goals
// budget: 60000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
extern int __VERIFIER_nondet_int(void);

#define N 100000

void reach_error(void) { __assert_fail("0", "array-copied.c", 3, "reach_error"); }

void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
  }
}

int a1[N];
int a2[N];
int a3[N];

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a1[i] = __VERIFIER_nondet_int();
  }
  for (i = 0; i < N; i++) {
    if (a1[i] == 12321) {
      a2[i] = 0;
    } else {
      a2[i] = a1[i];
    }
  }
  for (i = 0; i < N; i++) {
    a3[i] = a2[N - 1 - i];
  }
  int lost = 0;
  int mirrored = 0;
  for (i = 0; i < N; i++) {
    if (a1[i] != a2[i]) {
      lost++;
    }
    if (a1[i] == a3[i]) {
      mirrored++;
    }
  }
  if (lost == N) {
    return 1;
  }
  if (lost == 2) {
    return 2;
  }
  if (mirrored == N) {
    if (a1[0] != a1[1]) {
      return 3;
    }
    return 4;
  }
  if (mirrored == N - 2) {
    return 5;
  }
  if (lost == 0 && mirrored == 0) {
    return 6;
  }
  __VERIFIER_assert(a2[50000] != 77);
  return 0;
}
