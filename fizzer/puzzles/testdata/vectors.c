// Exercises: vector types: arithmetic on four numbers at once, elements compared one by one.
// executions: 400 (1 + 64 bit flips + 4 extremes, a linear descent of 9 for each of two conditions)
typedef int four __attribute__((vector_size(16)));

extern int __VERIFIER_nondet_int(void);

int main(void) {
  four a = {__VERIFIER_nondet_int(), 2, 3, __VERIFIER_nondet_int()};
  four b = a * 2 + (four){1, 1, 1, 1};
  if (b[0] == 2001) {
    return 1;
  }
  if (b[3] < -3000) {
    return 2;
  }
  return 0;
}
