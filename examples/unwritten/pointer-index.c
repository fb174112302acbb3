// Exercises: an array behind a pointer that nobody wrote is read, compared and searched up to a length that is read.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *array;
  int length = __VERIFIER_nondet_int();
  int sum = 0;
  int zeros = 0;
  int i;
  if (length > 8) {
    length = 8;
  }
  for (i = 0; i < length; i++) {
    sum += array[i];
    if (array[i] == 0) {
      zeros++;
    }
  }
  for (i = 0; i + 1 < length; i++) {
    if (array[i] > array[i + 1]) {
      break;
    }
  }
  if (sum != 0) {
    return 1;
  }
  return zeros > 2;
}
