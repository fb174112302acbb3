// Exercises: fields of a date that limit each other.
// executions: 680 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int year = __VERIFIER_nondet_int();
  int month = __VERIFIER_nondet_int();
  int day = __VERIFIER_nondet_int();
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1) {
    return 0;
  }
  int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (day > (month == 2 ? 28 + leap : 30)) {
    return 0;
  }
  if (day == 29 && month == 2) {
    if (year % 100 == 0) {
      return 1;
    }
  }
  return 0;
}
