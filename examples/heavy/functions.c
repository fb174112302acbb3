// Exercises: functions that are called through a table, by the input.
// executions: 40000
// uncovered: 1 (a number that says which function gets it; nothing finds it
// within so few executions)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
static int add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
static int subtract(int a, int b) { return (int)((unsigned)a - (unsigned)b); }
static int mix(int a, int b) { return a ^ (b << 5 & 0x7fffffff); }
static int first(int a, int b) { return b == 0 ? a : b; }
static int least(int a, int b) { return a < b ? a : b; }
static int (*const table[])(int, int) = {add, subtract, mix, first, least};
int main(void) {
  int value = 1, calls = 0;
  while (calls < 12) {
    unsigned char which = __VERIFIER_nondet_uchar();
    if (which >= sizeof table / sizeof *table) {
      break;
    }
    value = table[which](value, __VERIFIER_nondet_int());
    calls++;
  }
  if (calls > 3 && value == 0x1234567) {
    return 1;
  }
  if (calls == 12) {
    return 2;
  }
  if (calls == 2 && value == -77) {
    return 3;
  }
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (mix(table[a & 3](a, b), b) == (int)0x468029f6 &&
      (a ^ b) == 0x55aa) { // which function it is depends on the same number
    return 4;
  }
  return 0;
}
