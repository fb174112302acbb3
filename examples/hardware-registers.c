// Exercises: a hardware model turned into C: registers updated from inputs in a loop, a bad state after seven right cycles.
// family: Hardware
// expected: 9/9 goals
// budget: 200000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error(void) { __assert_fail("0", "hardware-registers.c", 3, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: { reach_error(); abort(); } } }
void assume_abort_if_not(int cond) { if (!cond) { abort(); } }

typedef unsigned char SORT_1; /* 1 bit */
typedef unsigned char SORT_8; /* 8 bits */
typedef unsigned short SORT_16;

int main(void) {
  const SORT_1 mask_1 = (SORT_1)-1 >> 7;
  const SORT_8 const_0 = 0;
  SORT_8 state_count = const_0;
  SORT_16 state_sum = 0;
  SORT_1 state_armed = 0;
  for (;;) {
    SORT_1 input_enable = __VERIFIER_nondet_uchar() & mask_1;
    SORT_8 input_data = __VERIFIER_nondet_uchar();
    SORT_16 input_key = __VERIFIER_nondet_ushort();
    /* constraint: data are never all ones */
    assume_abort_if_not(input_data != 0xff);
    SORT_1 bad = state_armed & (SORT_1)(state_sum == (SORT_16)0x0150);
    __VERIFIER_assert(!(bad & mask_1));
    SORT_1 wide_enough = (SORT_1)(state_count >= (SORT_8)5);
    SORT_1 key_right = (SORT_1)(input_key == (SORT_16)0xbeef);
    SORT_8 next_count = input_enable ? (SORT_8)(state_count + 1) : state_count;
    SORT_16 next_sum = input_enable ? (SORT_16)(state_sum + input_data) : (SORT_16)(state_sum >> 1);
    state_armed = (SORT_1)(wide_enough & key_right);
    state_count = next_count;
    state_sum = next_sum;
  }
  return 0;
}
