// Exercises: hours, minutes and seconds with a given sum and number of seconds.
// executions: 270 (the sensitivity analysis of each path that an equation or bound adds; two runs for each number and each move of several,
// once for each equation on the path)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int hours = __VERIFIER_nondet_int();
  int minutes = __VERIFIER_nondet_int();
  int seconds = __VERIFIER_nondet_int();
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) {
    return 0;
  }
  if (hours + minutes + seconds == 77) {
    if (hours * 3600 + minutes * 60 + seconds == 55832) {
      return 1;
    }
  }
  return 0;
}
