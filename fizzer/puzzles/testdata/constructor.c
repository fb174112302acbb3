// Exercises: a constructor that reads an input before main does, with a priority.
// executions: 250 (two linear conditions: 35 and 69 runs of sensitivity, a descent of 9 each)
extern int __VERIFIER_nondet_int(void);

static int prepared;

static void __attribute__((constructor(200))) prepare(void) { prepared = __VERIFIER_nondet_int() == 6006; }

static void __attribute__((constructor(300))) confirm(void) {
  if (prepared) {
    prepared++;
  }
}

int main(void) {
  if (prepared == 2 && __VERIFIER_nondet_int() == 7007) {
    return 1;
  }
  return 0;
}
