// Exercises: a transition system over words, with an error state some steps deep, as drawn by seed 17.
// executions: 20000
// goal: error
// Written by examples/generate -kind hardware -seed 17. The error is reached by the values
// 208 21063 98 32842 192 35648 196 63801
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned char step = 0;
  unsigned long long s0 = 16295642793651620445ULL;
  unsigned int s1 = 2962784551ULL;
  unsigned char s2 = 242ULL;
  for (;;) {
    unsigned char in0 = __VERIFIER_nondet_uchar();
    unsigned short in1 = __VERIFIER_nondet_ushort();
    unsigned long long next_s0 = (unsigned long long)((unsigned long long)((unsigned long long)((unsigned int)((unsigned long long)((unsigned char)((unsigned long long)2707504343ULL - in1)) ^ ((unsigned long long)(in1 < in1 ? s0 : s2)))) + ((unsigned short)(((unsigned int)((unsigned long long)((unsigned char)((unsigned long long)in1 * 20149ULL)) & ((unsigned char)((unsigned long long)s2 ^ s1)))) < ((unsigned int)((unsigned long long)((unsigned char)((unsigned long long)3079047131ULL - in1)) + ((unsigned int)(~in1)))) ? ((unsigned int)(~((unsigned short)((unsigned long long)in1 ^ in0)))) : ((unsigned char)((unsigned long long)((unsigned short)((unsigned long long)in1 + s0)) - ((unsigned short)((unsigned long long)s2 ^ in0))))))));
    unsigned int next_s1 = (unsigned int)((unsigned int)((unsigned long long)((unsigned int)(((unsigned short)(~in1)) < ((unsigned char)((unsigned long long)s1 - s1)) ? ((unsigned short)((unsigned long long)s0 + s0)) : ((unsigned char)((unsigned long long)in1 * 609ULL)))) + ((unsigned long long)((unsigned long long)((unsigned short)((unsigned long long)((unsigned long long)((unsigned long long)s1 << 35)) ^ ((unsigned int)((unsigned long long)in1 | in1)))) | ((unsigned char)((unsigned long long)((unsigned short)((unsigned long long)4102737938ULL | in0)) >> 7))))));
    unsigned char next_s2 = (unsigned char)((unsigned char)((unsigned long long)((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)in0 << 12)) ^ ((unsigned short)((unsigned long long)s0 & in1)))) + ((unsigned int)((unsigned long long)((unsigned long long)((unsigned long long)((unsigned short)((unsigned long long)in0 << 3)) ^ ((unsigned char)((unsigned long long)s1 ^ s1)))) & ((unsigned long long)((unsigned long long)((unsigned short)(~s1)) >> 18))))));
    s0 = next_s0;
    s1 = next_s1;
    s2 = next_s2;
    step++;
    _Bool bad = step == 4;
    bad = bad & ((s0 & 5071501239665587830ULL) == 1568ULL);
    bad = bad & ((s1 & 1686970683ULL) == 8210ULL);
    bad = bad & ((s2 & 167ULL) == 0ULL);
    if (bad) {
      reach_error();
    }
    if (step > 5) {
      return 0;
    }
  }
}
