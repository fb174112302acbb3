// Exercises: a lock of words: it advances only where the word fits what was stored before.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned key = 0x2545f491u;
  unsigned char open = 0;
  for (int i = 0; i < 6; i++) {
    unsigned word = __VERIFIER_nondet_uint();
    unsigned want = (key << 7 ^ key >> 9) + 0x1357;
    open = (unsigned char)((word ^ key) * 5 == want ? open + 1 : 0);
    key = key * 69069 + word;
  }
  if (open == 6) {
    reach_error();
  }
  return 0;
}
