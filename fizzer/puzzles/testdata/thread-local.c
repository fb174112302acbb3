// Exercises: thread-local variables.
// executions: 100 (1 + 32 bit flips + 2 extremes and a linear descent of 8)
// uncovered: 2 (the calls are counted right)
extern int __VERIFIER_nondet_int(void);

static __thread int calls;
_Thread_local int last = 5;

static int next(void) {
  calls++;
  last += __VERIFIER_nondet_int();
  return calls;
}

int main(void) {
  if (next() == 1 && next() == 2) {
    if (last == 600) {
      return 1;
    }
  }
  return 0;
}
