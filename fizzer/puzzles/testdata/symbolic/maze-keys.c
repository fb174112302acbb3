// Exercises: a walk through doors, each of which asks for a key made of the bytes before.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char last = 7;
  unsigned sum = 0;
  for (int room = 0; room < 10; room++) {
    unsigned char a = __VERIFIER_nondet_uchar();
    unsigned char b = __VERIFIER_nondet_uchar();
    if ((unsigned char)(a * 3 + last) != (unsigned char)(b ^ 0x5a) || a == last) {
      return 0;
    }
    last = (unsigned char)(a + b);
    sum += a;
  }
  if (sum == 1000 && last == 99) {
    reach_error();
  }
  return 0;
}
