// Exercises: a small parser: balanced brackets up to depth 3.
// executions: 12000 (each character has 3 equalities with 8 bits: 30 runs; about 12 characters on some tens of paths)
extern char __VERIFIER_nondet_char(void);

int main(void) {
  int depth = 0;
  int deepest = 0;
  for (int i = 0; i < 12; i++) {
    char c = __VERIFIER_nondet_char();
    if (c == '[') {
      depth++;
      if (depth > deepest) {
        deepest = depth;
      }
    } else if (c == ']') {
      if (depth == 0) {
        return -1;
      }
      depth--;
    } else {
      break;
    }
  }
  if (deepest == 3 && depth == 0) {
    return 1;
  }
  return 0;
}
