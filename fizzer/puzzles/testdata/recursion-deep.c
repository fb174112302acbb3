// Exercises: recursion to depth 200, one input a level.
// executions: 8000 (level k is reached by a linear condition after 8 k bit flips, but the path shares them: the depths double)
extern char __VERIFIER_nondet_char(void);

static int descend(int level) {
  if (level == 200) {
    return level;
  }
  if (__VERIFIER_nondet_char() < 0) {
    return level;
  }
  return descend(level + 1);
}

int main(void) {
  if (descend(0) == 200) {
    return 1;
  }
  return 0;
}
