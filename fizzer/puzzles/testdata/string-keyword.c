// Exercises: a keyword read character by character and compared so.
// executions: 800 (8 characters; at depth k, 8 k bit flips and a descent of 8: 8 * 36 + 8 * (8 + 11))
extern char __VERIFIER_nondet_char(void);

int main(void) {
  const char *keyword = "password";
  for (int i = 0; keyword[i] != 0; i++) {
    if (__VERIFIER_nondet_char() != keyword[i]) {
      return 0;
    }
  }
  return 1;
}
