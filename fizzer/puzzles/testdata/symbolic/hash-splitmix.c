// Exercises: a mixing function of 64 bits, to be inverted.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long z = __VERIFIER_nondet_ulonglong();
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  z ^= z >> 31;
  if (z == 0x0123456789abcdefull)
    reach_error();
  return 0;
}
