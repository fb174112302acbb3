// Exercises: the votes of 15,000 among three, with a lead that is asked for.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int first = 0, second = 0, third = 0;
  for (int i = 0; i < 15000; i++) {
    switch (__VERIFIER_nondet_int()) {
    case 10:
      first++;
      break;
    case 20:
      second++;
      break;
    case 30:
      third++;
      break;
    default:
      break;
    }
  }
  if (first > 100 && first == second + 1) {
    return 1;
  }
  if (third > 50 && second - third == 640) {
    return 2;
  }
  if (first + second + third == 14999) {
    return 3;
  }
  return 0;
}
