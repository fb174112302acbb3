// Exercises: a transition system over words, with an error state some steps deep.
// family: Hardware
// expected: 7/7 goals
// budget: 20000 executions
// Written by examples/generate -kind hardware -seed 12. The error is reached by the values
// 88 2251532002 200 202 2663767257 77 109 210572952 94 36 1157733749 14
// 227 425981871 178 223 3531849844 233 251 3335463703 147 169 2133289135 168
// 39 1768750740 165
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error() { __assert_fail("0", "hardware-drawn.c", 3, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned char step = 0;
  unsigned short s0 = 37423ULL;
  unsigned int s1 = 3034301078ULL;
  unsigned char s2 = 127ULL;
  for (;;) {
    unsigned char in0 = __VERIFIER_nondet_uchar();
    unsigned int in1 = __VERIFIER_nondet_uint();
    unsigned char in2 = __VERIFIER_nondet_uchar();
    unsigned short next_s0 = (unsigned short)((unsigned short)((unsigned long long)((unsigned short)(~((unsigned int)((unsigned long long)s0 ^ in2)))) + ((unsigned int)((unsigned long long)((unsigned int)((unsigned long long)((unsigned short)((unsigned long long)in2 + in1)) >> 7)) - ((unsigned char)((unsigned long long)((unsigned long long)((unsigned long long)2572573893ULL ^ in1)) + ((unsigned char)((unsigned long long)in1 ^ in2))))))));
    unsigned int next_s1 = (unsigned int)((unsigned int)((unsigned long long)((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)in1 + in0)) >> 7)) + ((unsigned short)((unsigned long long)((unsigned short)(((unsigned long long)((unsigned long long)s2 >> 36)) < ((unsigned long long)((unsigned long long)in0 | in0)) ? ((unsigned short)((unsigned long long)in0 * 45829ULL)) : ((unsigned char)((unsigned long long)in1 ^ s1)))) * 51391ULL))));
    unsigned char next_s2 = (unsigned char)((unsigned char)((unsigned long long)((unsigned char)((unsigned long long)((unsigned long long)((unsigned long long)in1 ^ in0)) - ((unsigned char)((unsigned long long)in1 + in2)))) + ((unsigned long long)((unsigned long long)((unsigned int)((unsigned long long)((unsigned long long)((unsigned long long)in1 >> 53)) ^ ((unsigned long long)((unsigned long long)s0 - s2)))) + ((unsigned short)((unsigned long long)((unsigned long long)((unsigned long long)in2 - 3329131161ULL)) ^ ((unsigned long long)((unsigned long long)s2 * 11565ULL))))))));
    s0 = next_s0;
    s1 = next_s1;
    s2 = next_s2;
    step++;
    _Bool bad = step == 9;
    bad = bad & ((s0 & 48872ULL) == 11944ULL);
    bad = bad & ((s1 & 1741561420ULL) == 1096ULL);
    bad = bad & ((s2 & 165ULL) == 129ULL);
    if (bad) {
      reach_error();
    }
    if (step > 10) {
      return 0;
    }
  }
}
