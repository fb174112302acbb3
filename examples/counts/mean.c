// Exercises: the mean of 25,000 values within bounds, and how many are above it.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

#define N 25000
int values[N];

int main(void) {
  long long sum = 0;
  for (int i = 0; i < N; i++) {
    values[i] = __VERIFIER_nondet_int();
    if (values[i] < -10000 || values[i] > 10000) {
      abort();
    }
    sum += values[i];
  }
  int mean = (int)(sum / N), above = 0;
  for (int i = 0; i < N; i++) {
    above += values[i] > mean;
  }
  if (mean == 77) {
    return 1;
  }
  if (above == 6000 && mean < -100) {
    return 2;
  }
  if (sum == -987654) {
    return 3;
  }
  return 0;
}
