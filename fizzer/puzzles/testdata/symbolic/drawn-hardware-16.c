// Exercises: a transition system over words, with an error state some steps deep, as drawn by seed 16.
// executions: 20000
// goal: error
// Written by examples/generate -kind hardware -seed 16. The error is reached by the values
// 6121355012786826122 12355 6831096000364138677 40638 13765248689820420995 17493 14324477061712689898 41009 11541372135387352859 63898
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned char step = 0;
  unsigned short s0 = 26428ULL;
  unsigned long long s1 = 16914828512775274200ULL;
  unsigned long long s2 = 12472184695157959718ULL;
  for (;;) {
    unsigned long long in0 = __VERIFIER_nondet_ulonglong();
    unsigned short in1 = __VERIFIER_nondet_ushort();
    unsigned short next_s0 = (unsigned short)((unsigned short)((unsigned long long)((unsigned long long)((unsigned long long)((unsigned int)((unsigned long long)in1 * 19141ULL)) | ((unsigned long long)((unsigned long long)in1 | s1)))) + ((unsigned char)((unsigned long long)((unsigned int)((unsigned long long)((unsigned long long)((unsigned long long)in0 - s1)) ^ ((unsigned short)(in0 < in0 ? s0 : s2)))) - ((unsigned short)((unsigned long long)((unsigned long long)(s1 < in1 ? s1 : s1)) << 5))))));
    unsigned long long next_s1 = (unsigned long long)((unsigned long long)((unsigned long long)((unsigned short)((unsigned long long)((unsigned int)((unsigned long long)in0 << 31)) & ((unsigned short)((unsigned long long)in0 + s1)))) + ((unsigned long long)((unsigned long long)((unsigned char)((unsigned long long)((unsigned char)((unsigned long long)s2 * 41059ULL)) << 4)) ^ ((unsigned char)(((unsigned long long)((unsigned long long)in1 & s2)) < ((unsigned char)((unsigned long long)1976235216ULL - 3219885782ULL)) ? ((unsigned char)((unsigned long long)in1 * 6959ULL)) : ((unsigned long long)((unsigned long long)in1 + s1))))))));
    unsigned long long next_s2 = (unsigned long long)((unsigned long long)((unsigned long long)((unsigned char)((unsigned long long)((unsigned short)(in0 < s0 ? in1 : s0)) | ((unsigned int)((unsigned long long)in1 + in0)))) + ((unsigned short)((unsigned long long)((unsigned long long)((unsigned long long)((unsigned long long)(~513062978ULL)) & ((unsigned long long)((unsigned long long)s2 << 50)))) << 11))));
    s0 = next_s0;
    s1 = next_s1;
    s2 = next_s2;
    step++;
    _Bool bad = step == 5;
    bad = bad & ((s0 & 23805ULL) == 23780ULL);
    bad = bad & ((s1 & 11290033616728520766ULL) == 22ULL);
    bad = bad & ((s2 & 6468622053103279162ULL) == 48ULL);
    if (bad) {
      reach_error();
    }
    if (step > 6) {
      return 0;
    }
  }
}
