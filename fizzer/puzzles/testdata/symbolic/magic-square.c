// Exercises: a magic square of three by three.
// executions: 20000
// goal: error
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s[9];
  for (int i = 0; i < 9; i++) {
    s[i] = __VERIFIER_nondet_int();
    if (s[i] < 1 || s[i] > 9)
      return 0;
  }
  for (int i = 0; i < 9; i++)
    for (int j = 0; j < i; j++)
      if (s[i] == s[j])
        return 0;
  for (int i = 0; i < 3; i++)
    if (s[3 * i] + s[3 * i + 1] + s[3 * i + 2] != 15 || s[i] + s[i + 3] + s[i + 6] != 15)
      return 0;
  if (s[0] + s[4] + s[8] == 15 && s[2] + s[4] + s[6] == 15)
    reach_error();
  return 0;
}
