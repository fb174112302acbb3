/*
 * tries: nothing, but has a function of its own that is called syscall
 * sees: works
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

static int calls;

long syscall(long number) {
  calls++;
  return number + 1;
}

int main(void) {
  if (syscall(41) == 42 && calls == 1 && __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  return 0;
}
