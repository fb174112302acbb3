// Exercises: counters to 100,000 that inputs drive: commands raise, lower and clear them, and a length is read before its values.
// family: Loops
// expected: 18/18 goals
// reachable: 18/18 goals
// budget: 20000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define N 100000

void reach_error(void) { __assert_fail("0", "counter-read.c", 3, "reach_error"); }

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

int main(void) {
  int length = __VERIFIER_nondet_int();
  assume_abort_if_not(length >= 0 && length <= 2 * N);
  int counter = 0;
  int cleared = 0;
  for (int i = 0; i < length; i++) {
    unsigned char command = __VERIFIER_nondet_uchar();
    if (command == 'u') {
      counter++;
    } else if (command == 'd') {
      counter--;
    } else if (command == 'c') {
      if (counter > 1000) {
        cleared++;
      }
      counter = 0;
    }
    if (counter == N) {
      return 1;
    }
    if (counter == -N) {
      return 2;
    }
  }
  if (cleared > 2) {
    return 3;
  }
  __VERIFIER_assert(counter != 54321);
  return 0;
}
