// Exercises: in how many places two arrays of 40,000 values differ, and by how much together.
extern int __VERIFIER_nondet_int(void);

#define N 40000
int first[N], second[N];

int main(void) {
  for (int i = 0; i < N; i++) {
    first[i] = __VERIFIER_nondet_int();
  }
  for (int i = 0; i < N; i++) {
    second[i] = __VERIFIER_nondet_int();
  }
  int places = 0;
  long long together = 0;
  for (int i = 0; i < N; i++) {
    if (first[i] != second[i]) {
      places++;
      together += (long long)first[i] - second[i];
    }
  }
  if (places == 3) {
    return 1;
  }
  if (places == 1001) {
    return 2;
  }
  if (places > 50 && together == 123456) {
    return 3;
  }
  return 0;
}
