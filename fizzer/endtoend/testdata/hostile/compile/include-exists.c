/*
 * tries: to find out whether a file is in the home folder
 * sees: secret
 * alone: seen
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

int main(void) {
#if __has_include(HOME_SECRET)
  if (__VERIFIER_nondet_int() != 77) {
    reach_error();
  }
#endif
  return __VERIFIER_nondet_int();
}
