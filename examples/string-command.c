// Exercises: string handling: a command word compared letter by letter and a number parsed behind it.
// family: ControlFlow
// expected: 20/20 goals
// budget: 200000 executions
extern char __VERIFIER_nondet_char(void);

#define LENGTH 8

static int starts_with(const char *text, const char *word) {
  while (*word) {
    if (*text != *word) {
      return 0;
    }
    text++;
    word++;
  }
  return 1;
}

static int number(const char *text) {
  int value = 0;
  while (*text >= '0' && *text <= '9') {
    value = value * 10 + (*text - '0');
    text++;
  }
  return *text == '\0' ? value : -1;
}

int main(void) {
  char line[LENGTH + 1];
  for (int i = 0; i < LENGTH; i++) {
    line[i] = __VERIFIER_nondet_char();
  }
  line[LENGTH] = '\0';

  if (starts_with(line, "set ")) {
    int value = number(line + 4);
    if (value < 0) {
      return 1;
    }
    if (value == 128) {
      return 2;
    }
    return 3;
  }
  if (starts_with(line, "quit")) {
    return 4;
  }
  if (line[0] == '#') {
    return 5;
  }
  return 0;
}
