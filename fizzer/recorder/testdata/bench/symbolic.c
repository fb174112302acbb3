/* A loop that computes with what it read. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned v = __VERIFIER_nondet_uint(), w = __VERIFIER_nondet_uint(), table[16] = {0};
  for (unsigned i = 0; i < 20000; i++) {
    v = (v ^ w) * 2654435761u + i;
    w = (w << 3 | w >> 29) - table[i % 16];
    table[i * 7 % 16] += v;
  }
  return v == 77 && table[3] > w;
}
