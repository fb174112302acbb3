/*
 * A program of 5 * ROUNDS + 5 conditions in every run, whatever the input: a sequence of numbers that starts at the
 * input decides four conditions of each round. What follows from them is stores to places that differ, so that the
 * compiler keeps the branches. The last condition is never true, so that there is always work left.
 */
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned small[64], odd[64], high[64], pairs[64];

int main(void) {
  unsigned number = __VERIFIER_nondet_uint();
  unsigned step = __VERIFIER_nondet_uint();
  for (int i = 0; i < ROUNDS; i++) {
    number = (number ^ number >> 15) * 0x2c1b3c6du + step;
    unsigned place = number >> 9 & 63;
    if (number < 0x10000000u) small[place]++;
    if (number & 1) odd[place]++;
    if (number >> 31 == 1) high[place]++;
    if ((number & 0xff) == (number >> 8 & 0xff)) pairs[place]++;
  }
  if (small[0] > odd[1]) small[1] = 0;
  if (high[0] == pairs[1]) high[1] = 0;
  if (step == 12345) odd[0] = 0;
  if (step * step == 7) pairs[0] = 0; /* squares are 0, 1 or 4 modulo 8 */
  return 0;
}
