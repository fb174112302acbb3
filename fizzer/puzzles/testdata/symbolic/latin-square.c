// Exercises: a Latin square of five by five with a diagonal.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char s[5][5];
  for (int i = 0; i < 25; i++) {
    s[i / 5][i % 5] = __VERIFIER_nondet_uchar();
    if (s[i / 5][i % 5] >= 5)
      return 0;
  }
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < j; k++)
        if (s[i][j] == s[i][k] || s[j][i] == s[k][i])
          return 0;
  for (int i = 0; i < 5; i++)
    if (s[i][i] != i)
      return 0;
  reach_error();
  return 0;
}
