// Exercises: a keyword in any case behind spaces, told by a table.
// family: SQLite
// data model: LP64
// executions: 500000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "sqlite-tokens.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern char __VERIFIER_nondet_char(void);

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

static int keyword(const char *text, const char *word) {
  int i = 0;
  while (word[i] && lower(text[i]) == word[i]) {
    i++;
  }
  return !word[i];
}

int main(void) {
  static const char *const words[] = {"select", "from", "drop"};
  char text[8];
  for (int i = 0; i < 7; i++) {
    text[i] = __VERIFIER_nondet_char();
  }
  text[7] = 0;
  int start = 0;
  while (text[start] == ' ') {
    start++;
  }
  for (int k = 0; k < 3; k++) {
    if (keyword(text + start, words[k])) {
      __VERIFIER_assert(k != 2 || start != 3);
    }
  }
  return 0;
}
