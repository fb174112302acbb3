// Exercises: a transition system over words, with an error state some steps deep, as drawn by seed 11.
// executions: 20000
// goal: error
// Written by examples/generate -kind hardware -seed 11. The error is reached by the values
// 173 2365891857895611983 224 13391428499843536355 190 14724986699096165070 194 5107214779045324525 143 10369036853254701089 94 13592592166213626072
// 100 18355650460411805434 65 8658664938547754761
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned char step = 0;
  unsigned char s0 = 54ULL;
  unsigned int s1 = 2605879020ULL;
  unsigned long long s2 = 3586769445363804968ULL;
  for (;;) {
    unsigned char in0 = __VERIFIER_nondet_uchar();
    unsigned long long in1 = __VERIFIER_nondet_ulonglong();
    unsigned char next_s0 = (unsigned char)((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)((unsigned long long)((unsigned long long)s0 + s2)) | ((unsigned short)((unsigned long long)s1 + in0)))) + ((unsigned int)((unsigned long long)((unsigned char)((unsigned long long)((unsigned short)(~s2)) - ((unsigned int)((unsigned long long)in1 & in0)))) + ((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)s0 | s0)) + ((unsigned int)((unsigned long long)in1 | in1))))))));
    unsigned int next_s1 = (unsigned int)((unsigned int)((unsigned long long)((unsigned int)((unsigned long long)((unsigned short)((unsigned long long)in0 | in1)) + ((unsigned char)((unsigned long long)in1 - in0)))) + ((unsigned char)(~((unsigned char)(~((unsigned short)((unsigned long long)in1 * 59667ULL))))))));
    unsigned long long next_s2 = (unsigned long long)((unsigned long long)((unsigned long long)((unsigned short)((unsigned long long)((unsigned short)((unsigned long long)in0 - in0)) + ((unsigned short)((unsigned long long)in1 + in1)))) + ((unsigned short)((unsigned long long)((unsigned int)((unsigned long long)((unsigned long long)((unsigned long long)in1 ^ in1)) ^ ((unsigned int)((unsigned long long)s0 + in1)))) & ((unsigned char)((unsigned long long)((unsigned short)((unsigned long long)in0 - in0)) * 3181ULL))))));
    s0 = next_s0;
    s1 = next_s1;
    s2 = next_s2;
    step++;
    _Bool bad = step == 8;
    bad = bad & ((s0 & 188ULL) == 180ULL);
    bad = bad & ((s1 & 397531451ULL) == 38968ULL);
    bad = bad & ((s2 & 15497333509373134041ULL) == 1040ULL);
    if (bad) {
      reach_error();
    }
    if (step > 9) {
      return 0;
    }
  }
}
