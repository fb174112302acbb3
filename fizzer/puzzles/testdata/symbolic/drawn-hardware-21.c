// Exercises: a transition system over words, with an error state some steps deep, as drawn by seed 21.
// executions: 20000
// goal: error
// Written by examples/generate -kind hardware -seed 21. The error is reached by the values
// 143 4229639724 134 80 2928781981 146 119 3387306537 123 202 2433815249 87
// 86 2958994249 106 129 3625622255 235 56 2533865019 167 100 227623091 173
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned char step = 0;
  unsigned char s0 = 205ULL;
  unsigned int s1 = 3239898075ULL;
  unsigned char s2 = 188ULL;
  for (;;) {
    unsigned char in0 = __VERIFIER_nondet_uchar();
    unsigned int in1 = __VERIFIER_nondet_uint();
    unsigned char in2 = __VERIFIER_nondet_uchar();
    unsigned char next_s0 = (unsigned char)((unsigned char)((unsigned long long)((unsigned short)((unsigned long long)((unsigned char)((unsigned long long)3554345470ULL + in2)) & ((unsigned char)((unsigned long long)in0 * 17409ULL)))) + ((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)((unsigned long long)((unsigned long long)in1 ^ s2)) << 3)) ^ ((unsigned short)((unsigned long long)((unsigned int)((unsigned long long)in1 >> 22)) >> 3))))));
    unsigned int next_s1 = (unsigned int)((unsigned int)((unsigned long long)((unsigned short)((unsigned long long)((unsigned int)((unsigned long long)in1 + in0)) << 8)) + ((unsigned long long)((unsigned long long)((unsigned long long)(((unsigned char)((unsigned long long)in2 - s1)) < ((unsigned short)((unsigned long long)in2 | s2)) ? ((unsigned long long)((unsigned long long)s2 - in2)) : ((unsigned char)(in0 < in0 ? in0 : s1)))) + ((unsigned long long)((unsigned long long)((unsigned int)((unsigned long long)in2 + in0)) & ((unsigned int)(in2 < in1 ? in1 : 3879646863ULL))))))));
    unsigned char next_s2 = (unsigned char)((unsigned char)((unsigned long long)((unsigned long long)(~((unsigned short)((unsigned long long)s2 - in2)))) + ((unsigned char)((unsigned long long)((unsigned char)((unsigned long long)((unsigned short)((unsigned long long)in0 << 1)) + ((unsigned int)((unsigned long long)s1 << 30)))) | ((unsigned short)((unsigned long long)((unsigned int)((unsigned long long)in1 << 26)) << 3))))));
    s0 = next_s0;
    s1 = next_s1;
    s2 = next_s2;
    step++;
    _Bool bad = step == 8;
    bad = bad & ((s0 & 92ULL) == 4ULL);
    bad = bad & ((s1 & 4232576765ULL) == 5845ULL);
    bad = bad & ((s2 & 143ULL) == 1ULL);
    if (bad) {
      reach_error();
    }
    if (step > 9) {
      return 0;
    }
  }
}
