/* A chain of a million expressions. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned v = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < 350000; i++) {
    v = (v ^ i) * 5 + i;
  }
  return v == 77;
}
