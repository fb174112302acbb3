// Exercises: 100,000 inputs are divided into two arrays by their sign; their lengths, order and sums are asked for.
// family: Arrays
// expected: 29/30 goals
// reachable: 29/30 goals
// budget: 20000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
extern int __VERIFIER_nondet_int(void);

#define N 100000

void reach_error(void) { __assert_fail("0", "array-partition.c", 3, "reach_error"); }

void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
  }
}

void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}

int upper[N];
int lower[N];

int main(void) {
  int i;
  int ups = 0;
  int lows = 0;
  int changes = 0;
  int before = 0;
  for (i = 0; i < N; i++) {
    int value = __VERIFIER_nondet_int();
    assume_abort_if_not(value >= -1000 && value <= 1000);
    int up = value >= 0;
    if (up) {
      upper[ups++] = value;
    } else {
      lower[lows++] = value;
    }
    if (i > 0 && up != before) {
      changes++;
    }
    before = up;
  }
  long long sum = 0;
  for (i = 0; i < ups; i++) {
    __VERIFIER_assert(upper[i] >= 0);
    sum += upper[i];
  }
  for (i = 0; i < lows; i++) {
    __VERIFIER_assert(lower[i] < 0);
    sum += lower[i];
  }
  if (ups == N) {
    if (sum == 0) {
      return 1;
    }
    if (sum == 100000000) {
      return 2;
    }
    return 3;
  }
  if (lows == N) {
    return 4;
  }
  if (changes == 1) {
    return 5;
  }
  if (changes == N - 1) {
    return 6;
  }
  if (ups == lows) {
    return 7;
  }
  if (sum == 5) {
    return 8;
  }
  return 0;
}
