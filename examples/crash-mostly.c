// Exercises: a program that crashes on most inputs: a validator that loses the coverage of crashed tests needs clean ones.
// family: Hardness
// expected: 8/10 goals
// budget: 20000 executions
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

static int table[4] = {10, 20, 30, 40};

int main(void) {
  unsigned int index = __VERIFIER_nondet_uint();
  int *entry = index < 4 ? &table[index] : (int *)0;
  int divisor = __VERIFIER_nondet_int();
  if (divisor > 100) {
    *entry += 1;
  } else {
    *entry -= 1;
  }
  int quotient = *entry / (divisor & 3);
  if (quotient == 20) {
    return 1;
  }
  if (divisor == 1000003) {
    *(volatile int *)0 = quotient;
  }
  for (int i = 0; i < 2; i++) {
    quotient /= 3;
  }
  return quotient;
}
