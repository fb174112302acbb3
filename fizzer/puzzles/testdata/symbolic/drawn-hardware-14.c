// Exercises: a transition system over words, with an error state some steps deep, as drawn by seed 14.
// executions: 20000
// goal: error
// Written by examples/generate -kind hardware -seed 14. The error is reached by the values
// 237 21 70
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned char step = 0;
  unsigned char s0 = 46ULL;
  unsigned short s1 = 14070ULL;
  unsigned long long s2 = 14969954404968924300ULL;
  unsigned short s3 = 51745ULL;
  for (;;) {
    unsigned char in0 = __VERIFIER_nondet_uchar();
    unsigned char next_s0 = (unsigned char)((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)((unsigned long long)((unsigned long long)s3 ^ in0)) + ((unsigned long long)((unsigned long long)308337022ULL + s3)))) + ((unsigned long long)((unsigned long long)((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)s2 ^ s2)) | ((unsigned int)((unsigned long long)3074655752ULL + s1)))) | ((unsigned short)((unsigned long long)((unsigned int)((unsigned long long)s1 & s0)) << 9))))));
    unsigned short next_s1 = (unsigned short)((unsigned short)((unsigned long long)((unsigned short)((unsigned long long)((unsigned int)(~in0)) - ((unsigned char)((unsigned long long)s0 | in0)))) + ((unsigned int)(((unsigned long long)(((unsigned long long)((unsigned long long)in0 << 53)) < ((unsigned int)(in0 < s3 ? 2408291125ULL : 3863555444ULL)) ? ((unsigned long long)((unsigned long long)s1 ^ 361477521ULL)) : ((unsigned int)((unsigned long long)s3 + 2654439043ULL)))) < ((unsigned short)(~((unsigned char)(~s3)))) ? ((unsigned long long)((unsigned long long)((unsigned long long)((unsigned long long)in0 * 34341ULL)) ^ ((unsigned int)((unsigned long long)s3 ^ s2)))) : ((unsigned int)((unsigned long long)((unsigned char)((unsigned long long)s2 & in0)) - ((unsigned char)((unsigned long long)s0 | s2))))))));
    unsigned long long next_s2 = (unsigned long long)((unsigned long long)((unsigned long long)((unsigned char)((unsigned long long)((unsigned char)((unsigned long long)s0 | s0)) + ((unsigned short)((unsigned long long)in0 << 13)))) + ((unsigned int)((unsigned long long)((unsigned int)((unsigned long long)((unsigned short)(1356737250ULL < 512336007ULL ? s0 : s2)) + ((unsigned long long)(~1307318147ULL)))) >> 9))));
    unsigned short next_s3 = (unsigned short)((unsigned short)((unsigned long long)((unsigned short)((unsigned long long)((unsigned short)((unsigned long long)in0 >> 13)) + ((unsigned int)((unsigned long long)in0 & 3471091967ULL)))) + ((unsigned long long)((unsigned long long)((unsigned short)(~((unsigned char)(1684531974ULL < s0 ? s1 : s2)))) + ((unsigned long long)((unsigned long long)((unsigned long long)(s3 < 378821424ULL ? s3 : in0)) | ((unsigned long long)((unsigned long long)s1 << 54))))))));
    s0 = next_s0;
    s1 = next_s1;
    s2 = next_s2;
    s3 = next_s3;
    step++;
    _Bool bad = step == 3;
    bad = bad & ((s0 & 252ULL) == 48ULL);
    bad = bad & ((s1 & 56117ULL) == 55829ULL);
    bad = bad & ((s2 & 12223910452528189529ULL) == 17ULL);
    bad = bad & ((s3 & 20990ULL) == 16404ULL);
    if (bad) {
      reach_error();
    }
    if (step > 4) {
      return 0;
    }
  }
}
