// Exercises: alloca and variable-length arrays with sizes from inputs.
// executions: 400 (sizes are two bytes: 16 bit flips; three linear conditions with a descent of 8 each)
#include <alloca.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char m = __VERIFIER_nondet_uchar();
  unsigned char n = __VERIFIER_nondet_uchar();
  char *p = alloca(m + 1u);
  int table[n + 1];
  p[m] = 5;
  table[n] = p[m] + 2;
  if (sizeof table == 40) {
    return table[n];
  }
  if (m == 200) {
    return p[m];
  }
  return 0;
}
