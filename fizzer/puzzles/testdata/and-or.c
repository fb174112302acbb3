// Exercises: && and || with short circuits.
// executions: 500 (four conditions on 64 bits: 1 + 64 bit flips + 4 extremes each, a descent of 8 to 16 each)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if ((a == 31337 && b == -1) || (a == -31337 && b == 65536)) {
    return 1;
  }
  return 0;
}
