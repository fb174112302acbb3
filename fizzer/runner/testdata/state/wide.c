// mode: persistent
// Texts of wide characters.
#include <wchar.h>
#include <wctype.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  static wchar_t last[8];
  if (last[0] != 0) return 1;
  wcscpy(last, choice & 1 ? L"one" : L"two");
  if (choice & 2) wmemset(last, L'x', 3);
  if (wcslen(last) != 3 || !iswalpha((wint_t)last[0])) return 2;
  return wcscmp(last, L"two") == 0 ? 3 : (int)towupper((wint_t)last[0]);
}
