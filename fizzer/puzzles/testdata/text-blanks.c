// Exercises: a text with a blank between its words.
// executions: 1500 (five characters, one after the other)
extern const char *__VERIFIER_nondet_string(void);

int main(void) {
  const char *text = __VERIFIER_nondet_string();
  if (text[0] == 'g' && text[1] == 'o' && text[2] == ' ' && text[3] == 'n' && text[4] == 0) {
    return 1;
  }
  return 0;
}
