// Exercises: a loop that never ends and never reads: cut by the limit of steps, and the search goes on.
// executions: 200 (1 + 32 bit flips + 2 extremes and a linear descent of 8)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1212) {
    return 1;
  }
  for (;;) {
  }
}
