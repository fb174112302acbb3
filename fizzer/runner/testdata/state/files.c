// mode: forked for chdir
// A file that one run writes is not there in the next.
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  FILE *left = fopen("left", "r");
  if (left) {
    if (fgetc(left) == 'x') return 1;
    return 2;
  }
  FILE *deep = fopen("folder/deep", "r");
  if (deep) return 3;
  if (choice & 1) {
    FILE *file = fopen("left", "w");
    if (file == 0) return 4;
    fputc('x', file);
    fclose(file);
  }
  if (choice & 2) {
    if (mkdir("folder", 0500)) return 5;
    if (chdir("folder")) return 6;
    FILE *file = fopen("deep", "w");
    if (file) return 7;
  }
  return 0;
}
