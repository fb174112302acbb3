// Exercises: 100,000 inputs: sorted, falling, nearly sorted (then sorted by insertion), or the three least are moved to the front.
// family: Arrays
// expected: 38/39 goals
// budget: 20000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
extern int __VERIFIER_nondet_int(void);

#define N 100000
#define MOVES 200000

void reach_error(void) { __assert_fail("0", "array-sorted.c", 3, "reach_error"); }

void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
  }
}

int a[N];

int insertion(void) {
  int moves = 0;
  for (int i = 1; i < N; i++) {
    int value = a[i];
    int j = i;
    while (j > 0 && a[j - 1] > value) {
      a[j] = a[j - 1];
      j--;
      moves++;
      if (moves > MOVES) {
        return -1;
      }
    }
    a[j] = value;
  }
  return moves;
}

void selection(int passes) {
  for (int i = 0; i < passes; i++) {
    int least = i;
    for (int j = i + 1; j < N; j++) {
      if (a[j] < a[least]) {
        least = j;
      }
    }
    int value = a[least];
    a[least] = a[i];
    a[i] = value;
  }
}

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
  }
  int rises = 0;
  int falls = 0;
  for (i = 1; i < N; i++) {
    if (a[i - 1] < a[i]) {
      rises++;
    } else if (a[i - 1] > a[i]) {
      falls++;
    }
  }
  if (falls == 0) {
    if (rises == N - 1) {
      return 1;
    }
    if (rises == 0) {
      return 2;
    }
    return 3;
  }
  if (falls == N - 1) {
    return 4;
  }
  if (falls == 1) {
    int moves = insertion();
    if (moves == 1) {
      return 5;
    }
    if (moves > 50000) {
      return 6;
    }
  }
  selection(3);
  __VERIFIER_assert(a[0] <= a[1] && a[1] <= a[2]);
  if (a[0] == a[2]) {
    return 7;
  }
  if (a[1] == a[0] + 1 && a[2] == a[1] + 1) {
    return 8;
  }
  return 0;
}
