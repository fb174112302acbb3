// Exercises: an escape of three octal digits in a text of five characters.
// family: coreutils
// data model: LP64
// executions: 20000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "coreutils-escape.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern char __VERIFIER_nondet_char(void);
extern __SIZE_TYPE__ strlen(const char *text);

int main(void) {
  char text[6];
  for (int i = 0; i < 5; i++) {
    text[i] = __VERIFIER_nondet_char();
  }
  text[5] = 0;
  for (__SIZE_TYPE__ i = 0; i + 3 < strlen(text); i++) {
    if (text[i] == '\\') {
      int value = 0, digits = 0;
      while (digits < 3 && text[i + 1 + digits] >= '0' && text[i + 1 + digits] <= '7') {
        value = value * 8 + (text[i + 1 + digits] - '0');
        digits++;
      }
      __VERIFIER_assert(digits < 3 || value <= 255);
    }
  }
  return 0;
}
