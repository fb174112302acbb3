// mode: persistent
// Blocks that grow one by one, shrink, are freed in any order; new ones are at the same places in every run.
#include <stdlib.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static void *first;
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  int *grown = 0;
  for (int i = 0; i < 60000; i++) { // 14 GB, were every one of them a block of its own
    grown = realloc(grown, (i + 1) * sizeof *grown);
    if (grown == 0) return 1;
    grown[i] = i;
  }
  if (grown[59999] != 59999 || grown[7] != 7) return 2;
  char *small = realloc(grown, 10);
  if (small[4] != 1) return 3;
  char *after = malloc(40);
  for (int i = 0; i < 40; i++)
    if (after[i] != 0) return 4;
  memset(after, choice, 40);
  if (choice & 1) free(small);
  if (choice & 2) after = realloc(after, 4000);
  if (choice & 2 && (after[39] != (char)choice || after[40] != 0)) return 5;
  if (choice & 4) free(after);
  char *again = calloc(10, 10);
  for (int i = 0; i < 100; i++)
    if (again[i] != 0) return 6;
  if (first == 0) first = again;
  if (first != again) return 7;
  free(again);
  if (realloc(malloc(5), 0) != 0) return 8;
  return 0;
}
