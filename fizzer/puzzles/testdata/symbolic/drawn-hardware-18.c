// Exercises: a transition system over words, with an error state some steps deep, as drawn by seed 18.
// executions: 20000
// goal: error
// Written by examples/generate -kind hardware -seed 18. The error is reached by the values
// 23720 48372 50134 21140 47898 14152 56620 35497 3380 44561 14829 31370
// 19846 18371 62346 47535 14056 43140
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned char step = 0;
  unsigned int s0 = 351755209ULL;
  unsigned int s1 = 2155081387ULL;
  for (;;) {
    unsigned short in0 = __VERIFIER_nondet_ushort();
    unsigned short in1 = __VERIFIER_nondet_ushort();
    unsigned int next_s0 = (unsigned int)((unsigned int)((unsigned long long)((unsigned char)(((unsigned long long)((unsigned long long)1754957843ULL | s0)) < ((unsigned char)((unsigned long long)in1 ^ s1)) ? ((unsigned int)((unsigned long long)in0 - in1)) : ((unsigned short)((unsigned long long)in0 << 1)))) + ((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)((unsigned char)((unsigned long long)s0 & in0)) & ((unsigned int)((unsigned long long)in1 << 19)))) ^ ((unsigned char)((unsigned long long)((unsigned short)((unsigned long long)3020533909ULL + in0)) >> 5))))));
    unsigned int next_s1 = (unsigned int)((unsigned int)((unsigned long long)((unsigned short)((unsigned long long)((unsigned long long)(~4219556154ULL)) >> 6)) + ((unsigned short)((unsigned long long)((unsigned short)(~((unsigned char)((unsigned long long)in1 * 33219ULL)))) * 43151ULL))));
    s0 = next_s0;
    s1 = next_s1;
    step++;
    _Bool bad = step == 9;
    bad = bad & ((s0 & 2516753396ULL) == 256ULL);
    bad = bad & ((s1 & 2493443498ULL) == 8616ULL);
    if (bad) {
      reach_error();
    }
    if (step > 10) {
      return 0;
    }
  }
}
