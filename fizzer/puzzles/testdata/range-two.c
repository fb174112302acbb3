// Exercises: two small numbers that are mixed together.
// executions: 210 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int a = __VERIFIER_nondet_uint();
  unsigned int b = __VERIFIER_nondet_uint();
  if (a < 40 && b < 45) {
    if (((a * 47 + b) * 40503u >> 3 & 4095) == ((29 * 47 + 38) * 40503u >> 3 & 4095)) {
      return 1;
    }
  }
  return 0;
}
