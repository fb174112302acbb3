// Exercises: more taken from a queue than its size at once.
// executions: 120000 (a path for each symbol that the input grows by, with the sensitivity analyses of its loop, then inputs bred of those that covered something;
// by chance: 3536 to 100920 with seeds 1 to 6)
// uncovered: 1 (a condition that is always true)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int queue[8], head = 0, count = 0, taken = 0;
  for (int i = 0; i < 60; i++) {
    int command = __VERIFIER_nondet_uchar();
    if (command == 'p') {
      int value = __VERIFIER_nondet_int();
      if (count < 8 && value > 100) {
        queue[(head + count++) % 8] = value;
      }
    } else if (command == 'g') {
      if (count > 0 && queue[head] > 100) {
        head = (head + 1) % 8;
        count--;
        taken++;
      }
    } else {
      break;
    }
  }
  if (taken > 12) {
    return 1;
  }
  return 0;
}
