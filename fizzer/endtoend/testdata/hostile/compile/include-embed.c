/*
 * tries: to embed a file of the home folder
 * sees: secret
 * alone: seen by clang
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

static const char stolen[] = {
#embed HOME_SECRET
};

int main(void) {
  if (__VERIFIER_nondet_int() != 77 && stolen[0] == 'f' && stolen[1] == 'z') {
    reach_error();
  }
  return 0;
}
