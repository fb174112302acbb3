// Exercises: 100 000 cells that are written and read at indices from the input.
// executions: 40000
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned int cells[100000];
int main(void) {
  unsigned int count = __VERIFIER_nondet_uint();
  if (count > 12) {
    return 0;
  }
  unsigned int at = __VERIFIER_nondet_uint() % 100000;
  for (unsigned int i = 0; i < count; i++) {
    unsigned int value = __VERIFIER_nondet_uint();
    cells[at] += value;
    at = (at + value) % 100000;
  }
  if (at > 99990) {
    cells[at] ^= 1;
  }
  unsigned int look = __VERIFIER_nondet_uint();
  if (look >= 100000) {
    return 1;
  }
  if (cells[look] == 0) {
    return 2;
  }
  if (cells[look] == look) { // an index that was written, by its own number
    cells[look] = 0;
  }
  unsigned int a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a < 100000 && b < 100000 && a != b) {
    if (a % 97 == 74 && b % 89 == 87 && (a ^ b) == 0x1234 &&
        a * b % 1009 == 138) {
      return 4;
    }
    cells[a] = 3 * b;
    if (cells[a] + cells[b] == a + 7 && a + b == 77777) {
      return 3;
    }
  }
  return 0;
}
