// Exercises: a maze whose doors depend on the way to them.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned path = 60000;
  for (int step = 0; step < 8; step++) {
    unsigned char door = __VERIFIER_nondet_uchar();
    unsigned next = path * 31 + door;
    if ((next >> 3) % 31 != (unsigned)(3 * step + 4))
      return 0;
    path = next;
  }
  if ((path & 0xff) == 0x2a || (path & 0xff) == 0x2b || (path & 0xff) == 0x31)
    reach_error();
  return 0;
}
