// mode: persistent
// The time zone has been read before the first run: functions that read it change variables that are not restored.
#include <string.h>
#include <time.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  char first = tzname[0][0]; // of "GMT" before the time zone has been read
  struct tm broken = {.tm_year = 80 + choice, .tm_mday = 40, .tm_isdst = -1};
  time_t when = mktime(&broken);
  if (first == 'G') return 1;
  if (choice & 1) return broken.tm_mon == 1 && broken.tm_mday == 9 ? 2 : 3;
  struct tm other;
  localtime_r(&when, &other);
  if (other.tm_year != 80 + choice) return 4;
  if (strlen(ctime(&when)) != 25) return 5;
  struct tm *last = localtime(&when);
  return last->tm_yday == 39 ? 6 : 7;
}
