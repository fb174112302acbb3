// Exercises: four rounds of a cipher, to be run back.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned v0 = __VERIFIER_nondet_uint(), v1 = __VERIFIER_nondet_uint(), sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += 0x9e3779b9;
    v0 += ((v1 << 4) + 0xa341316c) ^ (v1 + sum) ^ ((v1 >> 5) + 0xc8013ea4);
    v1 += ((v0 << 4) + 0xad90777d) ^ (v0 + sum) ^ ((v0 >> 5) + 0x7e95761e);
  }
  if (v0 == 0x12345678 && v1 == 0x9abcdef0)
    reach_error();
  return 0;
}
