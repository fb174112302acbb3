// Exercises: a sum of two squares below a small bound around a far centre.
// executions: 800 (1 + 64 bit flips + 4 extremes; about 60 line searches of 9 towards the centre)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  long long x = __VERIFIER_nondet_int() % 100000;
  long long y = __VERIFIER_nondet_int() % 100000;
  if ((x - 4000) * (x - 4000) + (y + 3000) * (y + 3000) < 100) {
    return 1;
  }
  return 0;
}
