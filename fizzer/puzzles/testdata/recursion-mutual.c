// Exercises: mutual recursion over the digits of an input.
// executions: 500 (1 + 16 bit flips + 2 extremes on some ten paths, a descent of 8 each)
extern unsigned short __VERIFIER_nondet_ushort(void);

static int is_odd(unsigned n);

static int is_even(unsigned n) {
  if (n == 0) {
    return 1;
  }
  return is_odd(n / 2);
}

static int is_odd(unsigned n) {
  if (n == 0) {
    return 0;
  }
  return is_even(n / 2);
}

int main(void) {
  if (is_even(__VERIFIER_nondet_ushort())) {
    return 1;
  }
  return 0;
}
