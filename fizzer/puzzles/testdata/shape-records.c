// Exercises: records of a kind, a length and a value, in a chain.
// executions: 210000 (a path for each symbol that the input grows by, with the sensitivity analyses of its loop, then inputs bred of those that covered something)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int found = 0;
  for (int i = 0; i < 12; i++) {
    unsigned char kind = __VERIFIER_nondet_uchar();
    if (kind == 0) {
      break;
    }
    unsigned char length = __VERIFIER_nondet_uchar();
    unsigned int sum = 0;
    for (int k = 0; k < length % 8; k++) {
      sum += __VERIFIER_nondet_uchar();
    }
    if (kind == 7 && length == 5 && sum == 300) {
      found++;
    }
  }
  if (found == 4) {
    return 1;
  }
  return 0;
}
