// Exercises: a pointer to a function that is set for some inputs only, and one that an earlier frame left.
extern int __VERIFIER_nondet_int(void);

static int twice(int value) { return 2 * value; }

static int negated(int value) { return -value; }

typedef int (*operation)(int);

int main(void) {
  operation chosen[3];
  int value = __VERIFIER_nondet_int();
  if (value > 10) {
    chosen[1] = twice;
  } else if (value < -10) {
    chosen[1] = negated;
  }
  if (chosen[1] == 0) {
    return 1;
  }
  int result = chosen[1](value);
  if (result > 5000) {
    return 2;
  }
  return 0;
}
