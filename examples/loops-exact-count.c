// Exercises: loops whose number of turns must be exact: a counter that is compared after the loop that an input drives.
// family: Loops
// expected: 16/16 goals
// budget: 200000 executions
extern char __VERIFIER_nondet_char(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  int length = 0;
  while (length < 40 && __VERIFIER_nondet_char() != 0) {
    length++;
  }
  if (length == 23) {
    return 1;
  }
  unsigned int limit = __VERIFIER_nondet_uint();
  unsigned int sum = 0;
  for (unsigned int i = 0; i < limit && i < 64; i++) {
    sum += 2 * i + 1;
  }
  if (sum == 961) {
    return 2;
  }
  if (limit == 961) {
    return 3;
  }
  int balance = 0;
  for (int i = 0; i < 6; i++) {
    if (__VERIFIER_nondet_char() == '(') {
      balance++;
    } else {
      balance--;
    }
  }
  if (balance == 6) {
    return 4;
  }
  return 0;
}
