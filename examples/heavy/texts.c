// Exercises: functions of strings whose length the input says.
// executions: 80000
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char text[64], copy[64];
  unsigned char length = __VERIFIER_nondet_uchar();
  if (length >= sizeof text) {
    return 0;
  }
  for (unsigned char i = 0; i < length; i++) {
    text[i] = __VERIFIER_nondet_char();
  }
  text[length] = 0;
  if (strlen(text) != length) {
    return 1;
  }
  strcpy(copy, text);
  char *colon = strchr(copy, ':');
  if (colon == 0) {
    return 2;
  }
  *colon = 0;
  if (strcmp(copy, "size") == 0) {
    return strlen(colon + 1) == 9 ? 3 : 4;
  }
  if (strstr(colon + 1, "ab") != 0) {
    return 5;
  }
  if (colon - copy > 20 && copy[0] == colon[1]) {
    return 6;
  }
  int sum = 0;
  for (char *p = colon + 1; *p != 0; p++) {
    sum = 31 * sum + *p;
  }
  if (sum == 105441) { // of three characters
    return 7;
  }
  return 0;
}
