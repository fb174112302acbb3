// Exercises: a counter of rare events that must have an exact value.
// executions: 18000 (a path for each event that the input grows by, then inputs bred of those that covered something)
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned int events = 0;
  for (int i = 0; i < 64; i++) {
    unsigned short x = __VERIFIER_nondet_ushort();
    if (x == 0) {
      break;
    }
    events += x % 251 == 7;
  }
  if (events == 9) {
    return 1;
  }
  return 0;
}
