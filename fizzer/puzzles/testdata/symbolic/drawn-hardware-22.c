// Exercises: a transition system over words, with an error state some steps deep, as drawn by seed 22.
// executions: 20000
// goal: error
// Written by examples/generate -kind hardware -seed 22. The error is reached by the values
// 3573336512 10 394943188 164 1561662012 254 2389282466 115 2787928729 228 2739859802 6
// 85146649 5 4087647356 80 1529721370 210
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned char step = 0;
  unsigned short s0 = 32025ULL;
  unsigned char s1 = 232ULL;
  unsigned char s2 = 123ULL;
  unsigned char s3 = 94ULL;
  for (;;) {
    unsigned int in0 = __VERIFIER_nondet_uint();
    unsigned char in1 = __VERIFIER_nondet_uchar();
    unsigned short next_s0 = (unsigned short)((unsigned short)((unsigned long long)((unsigned short)((unsigned long long)((unsigned short)((unsigned long long)in0 * 59503ULL)) + ((unsigned char)(s0 < s0 ? s0 : in1)))) + ((unsigned short)((unsigned long long)((unsigned char)((unsigned long long)((unsigned char)((unsigned long long)s1 ^ s0)) & ((unsigned int)((unsigned long long)s0 << 7)))) & ((unsigned int)((unsigned long long)((unsigned long long)((unsigned long long)4024838047ULL ^ in0)) << 21))))));
    unsigned char next_s1 = (unsigned char)((unsigned char)((unsigned long long)((unsigned short)((unsigned long long)((unsigned char)((unsigned long long)in0 ^ in0)) + ((unsigned long long)(in1 < s2 ? s2 : s3)))) + ((unsigned int)((unsigned long long)((unsigned int)(~((unsigned int)((unsigned long long)in0 * 60997ULL)))) * 49657ULL))));
    unsigned char next_s2 = (unsigned char)((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)((unsigned int)((unsigned long long)s3 >> 26)) ^ ((unsigned long long)((unsigned long long)s1 - s2)))) + ((unsigned long long)((unsigned long long)((unsigned long long)((unsigned long long)((unsigned long long)((unsigned long long)in1 + in0)) >> 17)) & ((unsigned short)(~((unsigned int)(~in0))))))));
    unsigned char next_s3 = (unsigned char)((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)((unsigned int)((unsigned long long)s1 - in0)) ^ ((unsigned int)((unsigned long long)s2 & s0)))) + ((unsigned int)(~((unsigned char)((unsigned long long)((unsigned short)((unsigned long long)in0 | in0)) + ((unsigned int)((unsigned long long)in0 ^ 1556767799ULL))))))));
    s0 = next_s0;
    s1 = next_s1;
    s2 = next_s2;
    s3 = next_s3;
    step++;
    _Bool bad = step == 9;
    bad = bad & ((s0 & 49408ULL) == 49152ULL);
    bad = bad & ((s1 & 193ULL) == 192ULL);
    bad = bad & ((s2 & 230ULL) == 38ULL);
    bad = bad & ((s3 & 108ULL) == 40ULL);
    if (bad) {
      reach_error();
    }
    if (step > 10) {
      return 0;
    }
  }
}
