// Exercises: switches of many cases: 12 with gaps, 16 in a row.
// executions: 300 (two values; 28 cases, each at most two comparisons away from another: direct solves nearly all)
extern signed char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int result = 0;
  switch (__VERIFIER_nondet_int()) {
  case -70000: result = 1; break;
  case -30: result = 2; break;
  case 1: result = 3; break;
  case 2: result = 4; break;
  case 5: result = 5; break;
  case 9: result = 6; break;
  case 10: result = 7; break;
  case 11: result = 8; break;
  case 500: result = 9; break;
  case 501: result = 10; break;
  case 100000: result = 11; break;
  case 2000000000: result = 12; break;
  }
  switch (__VERIFIER_nondet_char()) {
  case -5: case -4: case -3: result++; break;
  case -2: case -1: case 0: case 1: result--; break;
  case 2: result *= 2; break;
  case 3: result *= 3; break;
  case 4: result *= 5; break;
  case 5: result *= 7; break;
  case 6: result *= 11; break;
  case 7: result *= 13; break;
  case 8: result *= 17; break;
  case 9: case 10: result *= 19; break;
  default: result = 0; break;
  }
  switch ((unsigned char)result) {
  case 0: return 1;
  case 1: return 2;
  default: return 0;
  }
}
