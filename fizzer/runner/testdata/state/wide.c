// mode: persistent
// Texts of wide characters, and texts that the C library allocates: they are in the program's heap.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
unsigned char __VERIFIER_nondet_uchar(void);
static char *format(const char *how, ...) {
  char *text;
  va_list arguments;
  va_start(arguments, how);
  int length = vasprintf(&text, how, arguments);
  va_end(arguments);
  return length < 0 ? NULL : text;
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  static wchar_t last[8];
  if (last[0] != 0) return 1;
  wcscpy(last, choice & 1 ? L"one" : L"two");
  if (wcslen(last) != 3 || !iswalpha((wint_t)last[0])) return 2;
  char *text, *other = format("%s-%d", "abc", choice);
  int length = asprintf(&text, "%d %s", choice, other);
  if (length != (int)strlen(text) || other == NULL) return 3;
  int last_digit = text[length - 1];
  free(other);
  other = malloc(6); /* the block is used again, as in a fresh process */
  if (choice & 2) free(text);
  return last_digit + (other < text);
}
