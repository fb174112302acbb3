// Exercises: a model of a circuit in words: a counter that is enabled, loaded and compared.
// family: Hardware
// data model: ILP32
// executions: 100000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "hardware-counter.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern unsigned char __VERIFIER_nondet_uchar(void);
typedef unsigned char SORT_1;
typedef unsigned short SORT_12;

int main(void) {
  const SORT_12 mask = (SORT_12)-1 >> 4;
  SORT_12 counter = 0;
  SORT_1 armed = 0;
  for (int cycle = 0; cycle < 40; cycle++) {
    SORT_1 enable = __VERIFIER_nondet_uchar() & 1;
    SORT_1 load = __VERIFIER_nondet_uchar() & 1;
    SORT_1 data = __VERIFIER_nondet_uchar();
    SORT_1 bad = armed ? counter == 0xa56 : 0;
    __VERIFIER_assert(!(bad & 1));
    armed = armed | (load & (data == 0xa5));
    counter = load ? (SORT_12)(data << 4 & mask) : enable ? (counter + 3) & mask : counter;
  }
  return 0;
}
