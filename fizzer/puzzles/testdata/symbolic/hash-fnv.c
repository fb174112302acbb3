// Exercises: a hash of four bytes.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned h = 2166136261u;
  for (int i = 0; i < 4; i++) {
    h ^= __VERIFIER_nondet_uchar();
    h *= 16777619u;
  }
  if (h == 0xa7bec5ecu)
    reach_error();
  return 0;
}
