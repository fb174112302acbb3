/* Ten conditions in every run, whatever the input. The last one is never true, so that there is always work left. */
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned sum;

int main(void) {
  unsigned a = __VERIFIER_nondet_uint();
  unsigned b = __VERIFIER_nondet_uint();
  sum = 0;
  if (a < 1000) sum += 1;
  if (b < 1000) sum += 2;
  if (a < b) sum += 4;
  if ((a ^ b) == 77) sum += 8;
  if (a % 7 == 3) sum += 16;
  if (b % 5 == 1) sum += 32;
  if ((a & 255) == 128) sum += 64;
  if ((b >> 24) == 200) sum += 128;
  if (a + b > 3000000000u) sum += 256;
  if (a * a == 7) sum += 512; /* squares are 0, 1 or 4 modulo 8 */
  return 0;
}
