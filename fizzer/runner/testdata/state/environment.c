// mode: persistent
// Texts of the environment and of the command line belong to the program, which may write to them.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(int count, char **arguments, char **environment) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  char *value = getenv("LC_ALL");
  if (value && value[0] == 'C') choice ^= 128;
  if (arguments[0][0] == 'p') choice ^= 64;
  if (arguments[1] == 0 && count == 1) choice ^= 32;
  if (environment[0] == 0) return 9;
  if (choice & 1 && value) value[0] = 'X';
  if (choice & 2) arguments[0][0] = 'q', arguments[0] = 0;
  if (choice & 4) environment[0] = 0;
  return 0;
}
