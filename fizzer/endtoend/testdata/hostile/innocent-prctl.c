/*
 * tries: nothing, but has functions of its own that are called prctl, seccomp and clone
 * sees: works
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

int prctl(int a) { return a * 2; }
int seccomp(int a) { return prctl(a) * 2; }
int clone(int a) { return seccomp(a) * 2; }

int main(void) {
  if (clone(3) == 24 && __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  return 0;
}
