// Exercises: one function called from three places, whose condition must be met at each of them.
// executions: 600 (three linear conditions, each 32 k bit flips at the k-th call and a descent of 8, bitshare helps)
extern int __VERIFIER_nondet_int(void);

static int is_magic(int x) { return x == 271828; }

int main(void) {
  int found = 0;
  if (is_magic(__VERIFIER_nondet_int())) {
    found++;
  }
  if (is_magic(__VERIFIER_nondet_int() + 1)) {
    found++;
  }
  if (is_magic(__VERIFIER_nondet_int() - 1)) {
    found++;
  }
  return found;
}
