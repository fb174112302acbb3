// Exercises: an index that must lead to a given element by two tables.
// executions: 930 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned short first[900], second[900];
  for (unsigned int i = 0; i < 900; i++) {
    first[i] = (unsigned short)((i * 677 + 123) % 900);
    second[i] = (unsigned short)((i * i * 31 + i * 7) % 9973);
  }
  unsigned int x = __VERIFIER_nondet_uint();
  if (x < 900 && second[first[x]] == second[first[611]]) {
    return 1;
  }
  return 0;
}
