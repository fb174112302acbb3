// Exercises: how many of 50,000 values a copy does not have, because it leaves out one value.
extern int __VERIFIER_nondet_int(void);

#define N 50000
int from[N], to[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    from[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < N; i++) {
    to[i] = from[i] == 12321 ? 0 : from[i];
  }
  int lost = 0;
  for (int i = 0; i < N; i++) {
    lost += from[i] != to[i];
  }
  if (lost == 2) {
    return 1;
  }
  if (lost == 777) {
    return 2;
  }
  if (lost > 40000 && from[0] != 12321 && from[N - 1] != 12321) {
    return 3;
  }
  return 0;
}
