// Exercises: a loop that never ends, entered by the value zero, beside sums
// that must be met in four places.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned s[8];
static void spin(unsigned k) {
  for (unsigned i = 0;; i++) {
    if (s[i & 7] > k)
      s[i & 7]--;
    else
      s[i & 7] += 3;
  }
}
int main(void) {
  unsigned acc = 0;
  for (int i = 0; i < 24; i++) {
    unsigned v = __VERIFIER_nondet_uint();
    if (v == 0)
      spin(5);
    acc = acc * 31 + v % 10;
    if (i == 3 && acc % 1000 == 123)
      acc += 7;
    if (i == 9 && acc % 1009 == 500)
      s[0] = 1;
    if (i == 15 && s[0] && acc % 5003 == 77)
      s[1] = 1;
    if (i == 21 && s[1] && acc % 7919 == 3)
      s[2] = 1;
  }
  if (s[2])
    return 1;
  return 0;
}
