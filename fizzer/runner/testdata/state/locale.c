// mode: forked for setlocale
#include <locale.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  if (strcmp(setlocale(LC_ALL, 0), "C") == 0) {
    if (__VERIFIER_nondet_uchar() & 1) setlocale(LC_ALL, "C.UTF-8");
    return 0;
  }
  return 1;
}
