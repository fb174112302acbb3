/*
 * tries: to compile a file of the home folder into the program
 * sees: secret
 * alone: seen
 */
#define STRING(...) #__VA_ARGS__
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

static const char text[] =
#include HOME_STRING
    ;

int main(void) {
  if (__VERIFIER_nondet_int() != 77 && sizeof text > 3) {
    reach_error();
  }
  return 0;
}
