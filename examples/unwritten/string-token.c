// Exercises: a buffer that nobody wrote is divided into words.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char buffer[96];
  int size = __VERIFIER_nondet_int();
  if (size < 0 || size > 96) {
    return 0;
  }
  int words = 0;
  int inside = 0;
  for (int i = 0; i < size; i++) {
    if (buffer[i] == 0) {
      inside = 0;
    } else if (!inside) {
      inside = 1;
      words++;
    }
  }
  if (words > 3) {
    return 1;
  }
  if (words > 1) {
    return 2;
  }
  return 0;
}
