// Exercises: a key behind an array of 100,000 inputs: searched from both ends, and halving where the array is sorted.
// family: Arrays
// expected: 27/29 goals
// budget: 20000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
extern int __VERIFIER_nondet_int(void);

#define N 100000

void reach_error(void) { __assert_fail("0", "array-searched.c", 3, "reach_error"); }

void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
  }
}

int a[N];

int halving(int key) {
  int low = 0;
  int high = N - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == key) {
      return middle;
    }
    if (a[middle] < key) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

int main(void) {
  int i;
  for (i = 0; i < N; i++) {
    a[i] = __VERIFIER_nondet_int();
  }
  int key = __VERIFIER_nondet_int();
  int first = 0;
  int last = N - 1;
  while (first < N && a[first] != key) {
    first++;
  }
  while (last >= 0 && a[last] != key) {
    last--;
  }
  if (first == N) {
    __VERIFIER_assert(last == -1);
    return 1;
  }
  if (first == last) {
    if (first == 12345) {
      return 2;
    }
    if (first == N - 1) {
      return 3;
    }
  } else if (first > 50000) {
    return 4;
  }
  for (i = 1; i < N; i++) {
    if (a[i - 1] >= a[i]) {
      return 5;
    }
  }
  int found = halving(key);
  __VERIFIER_assert(found == first);
  if (found > 90000) {
    return 6;
  }
  return 0;
}
