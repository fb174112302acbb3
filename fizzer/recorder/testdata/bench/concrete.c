/* The same loop with concrete values. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned u = __VERIFIER_nondet_uint(), v = 1, w = 2, table[16] = {0};
  for (unsigned i = 0; i < 2000000; i++) {
    v = (v ^ w) * 2654435761u + i;
    w = (w << 3 | w >> 29) - table[i % 16];
    table[i * 7 % 16] += v;
  }
  return v == u && table[3] > w;
}
