// Exercises: the end of a hash, to be inverted.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned h = __VERIFIER_nondet_uint();
  h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 16;
  if (h == 0xdeadbeef)
    reach_error();
  return 0;
}
