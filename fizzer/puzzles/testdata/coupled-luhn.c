// Exercises: the check digit of a card number that begins with a given prefix.
// executions: 2000 (ten bounds, ten digits; two runs for each move of several digits, once for each equation on the path; the sum of digits is no
// line and is searched)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int digits[10];
  int sum = 0;
  for (int i = 0; i < 10; i++) {
    digits[i] = __VERIFIER_nondet_uchar();
    if (digits[i] > 9) {
      return 0;
    }
    int doubled = i % 2 == 0 ? 2 * digits[i] : digits[i];
    sum += doubled / 10 + doubled % 10;
  }
  if (digits[0] == 4 && digits[1] == 7 && digits[0] * 1000 + digits[3] * 100 + digits[5] * 10 + digits[7] == 4928) {
    if (sum % 10 == 0 && sum == 70) {
      return 1;
    }
  }
  return 0;
}
