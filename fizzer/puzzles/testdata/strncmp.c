// Exercises: strncmp of the start of a text, without the header's declaration.
// executions: 800 (4 characters; each 32 bit flips and a descent of 8 on a path of its own)
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char b[5] = {0};
  for (int i = 0; i < 4; i++) {
    b[i] = __VERIFIER_nondet_char();
  }
  if (!strncmp(b, "GET /index", 4)) {
    return 1;
  }
  return 0;
}
