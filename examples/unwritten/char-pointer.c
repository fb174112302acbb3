// Exercises: a text behind a pointer that nobody wrote.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  const char *text;
  int size = __VERIFIER_nondet_int();
  int letters = 0;
  for (int i = 0; i < size; i++) {
    if (text[i] == 0) {
      break;
    }
    if (text[i] >= 'a' && text[i] <= 'z') {
      letters++;
    }
  }
  if (letters > 3) {
    return 1;
  }
  if (letters > 0) {
    return 2;
  }
  return 0;
}
