// Exercises: a 128-bit input, signed and below a bound that needs more than 64 bits.
// executions: 400 (1 + 128 bit flips + 2 extremes for each of two conditions, three line searches of 8 each)
// models: 64
extern __int128 __VERIFIER_nondet_int128(void);

int main(void) {
  __int128 x = __VERIFIER_nondet_int128();
  if (x > ((__int128)1 << 80) && x < ((__int128)1 << 80) + 1000) {
    return 1;
  }
  return 0;
}
