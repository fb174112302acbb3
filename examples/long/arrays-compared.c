// Exercises: two arrays of 100,000 inputs, filled one after the other and compared; one place where they differ.
// family: Arrays
// expected: 16/16 goals
// budget: 20000 executions
extern int __VERIFIER_nondet_int(void);

#define SIZE 100000

static int left[SIZE];
static int right[SIZE];

int main(void) {
  int different = 0;
  int first = -1;
  for (int i = 0; i < SIZE; i++) {
    left[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < SIZE; i++) {
    right[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < SIZE; i++) {
    if (left[i] != right[i]) {
      different++;
      if (first < 0) {
        first = i;
      }
    }
  }
  if (different == 1) {
    if (first > 1000) {
      return 1;
    }
    return 2;
  }
  if (different == 0) {
    return 3;
  }
  return 0;
}
