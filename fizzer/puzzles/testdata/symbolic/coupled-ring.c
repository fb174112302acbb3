// Exercises: eight numbers in a ring of differences with one remainder.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a[8];
  for (int i = 0; i < 8; i++)
    a[i] = __VERIFIER_nondet_uint();
  for (int i = 0; i < 7; i++)
    if ((a[i + 1] ^ a[i]) != 0x01010101u * (i + 1))
      return 0;
  if (a[7] % 1009 == 17 && a[0] < 1000000 && a[7] > 5000)
    reach_error();
  return 0;
}
