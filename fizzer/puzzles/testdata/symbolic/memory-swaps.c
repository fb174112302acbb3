// Exercises: ten numbers that nine swaps of elements chosen by the input must sort.
// executions: 1000000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a[10] = {7, 2, 9, 4, 1, 8, 0, 3, 6, 5};
  for (int i = 0; i < 9; i++) {
    unsigned char x = __VERIFIER_nondet_uchar() % 10, y = __VERIFIER_nondet_uchar() % 10, t = a[x];
    a[x] = a[y];
    a[y] = t;
  }
  for (int i = 0; i < 9; i++) {
    if (a[i] > a[i + 1]) {
      return 0;
    }
  }
  reach_error();
  return 0;
}
