// mode: persistent
// Times as texts, messages and the conventions of the locale: what the C library returns is in memory of its own.
#include <locale.h>
#include <string.h>
#include <time.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  time_t when = 86400 * 365 * (1 + choice);
  char text[64];
  struct tm *broken = gmtime(&when);
  if (strftime(text, sizeof text, "%Y", broken) != 4) return 1;
  if (timegm(broken) != when) return 2;
  if (strcmp(localeconv()->decimal_point, ".") != 0) return 3;
  if (strcmp(strerror(1000 + choice), strerror(1000)) == 0) return 4;
  return text[3];
}
