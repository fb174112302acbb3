# 0 "/work/main/examples/string-command.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/main/examples/string-command.c"




extern char __VERIFIER_nondet_char(void);



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
  char line[8 + 1];
  for (int i = 0; i < 8; i++) {
    line[i] = __VERIFIER_nondet_char();
  }
  line[8] = '\0';

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
