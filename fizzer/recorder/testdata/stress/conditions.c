/* More conditions than are recorded. */
extern unsigned __VERIFIER_nondet_uint(void);
extern int printf(const char *, ...);
int main(void) {
  unsigned v = __VERIFIER_nondet_uint(), hits = 0;
  for (unsigned i = 0; i < 500000; i++) {
    if ((v ^ i) == 77) {
      printf("%u", i);
      hits++;
    }
  }
  return (int)hits;
}
