/* Switches, loops, merged branches over variables and globals, assumptions, early exits. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern unsigned __external_thing(unsigned) __attribute__((weak));

static int mode, level = 3;
static unsigned char steps[8];

static int step(int v, unsigned char c) {
  int before = mode;
  if (c == 'a') {
    mode = v;
  } else if (c == 'b') {
    mode = mode + 1;
    level -= v > 3;
  }
  mode = mode > 100 ? 0 : mode;
  int flag = (v > 3 && c < 9) || (before == mode && level != 2);
  return flag ? mode : !flag + level;
}

int main(void) {
  int v = __VERIFIER_nondet_int(), hits = 0;
  for (int i = 0; i < 8; i++) {
    steps[i] = __VERIFIER_nondet_uchar();
    hits += step(v, steps[i]);
  }
  switch (v) {
  case 1:
  case 2:
    hits += 5;
    break;
  case 10 ... 14:
    hits += 7;
    break;
  case -4:
    hits++;
  default:
    hits += 9;
  }
  switch (steps[2]) {
  case 0: hits += 1; break;
  case 1: hits += 2; break;
  case 2: hits += 3; break;
  case 3: hits += 4; break;
  case 5: hits += 5; break;
  case 7: hits += 6; break;
  case 11: hits += 7; break;
  case 13: hits += 8; break;
  case 17: hits += 9; break;
  case 19: hits += 10; break;
  }
  __VERIFIER_assume(v < 1000);
  while (v > 0) {
    v -= 100;
    hits++;
  }
  int least = steps[0];
  for (int i = 1; i < 8; i++) {
    if (steps[i] < least) {
      least = steps[i];
    }
  }
  if (least == 3 && mode == 7) {
    exit(2);
  }
  if (hits / (v - 5) == 3) {
    abort();
  }
  return 0;
}
