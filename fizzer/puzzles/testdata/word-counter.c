// Exercises: a counter that one symbol raises and all others set back.
// executions: 12000 (a path for each symbol that the input grows by, with the sensitivity analyses of its loop)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int count = 0;
  for (int i = 0; i < 40; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    count = c == (unsigned char)(count * 37 + 11) ? count + 1 : 0;
    if (count == 12) {
      return 1;
    }
  }
  return 0;
}
