// Exercises: a day of a year by tables of months.
// executions: 800 (the sensitivity analysis, then the values that the bounds leave, and before them the runs of the moves)
extern unsigned short __VERIFIER_nondet_ushort(void);

static const int lengths[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int main(void) {
  unsigned short day = __VERIFIER_nondet_ushort();
  if (day >= 1 && day <= 365) {
    int month = 0, left = day;
    while (left > lengths[month]) {
      left -= lengths[month];
      month++;
    }
    if (left * 31 % 29 == month && month == 9) {
      return 1;
    }
  }
  return 0;
}
