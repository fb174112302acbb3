// Tries to write, to make and to remove files outside of its scratch folder.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

static const char outside[] = OUTSIDE;

int main(void) {
  char path[4096];
  if (__VERIFIER_nondet_int() > 5) {
    snprintf(path, sizeof path, "%s/written", outside);
    FILE *file = fopen(path, "w");
    if (file) {
      fputs("escaped\n", file);
      fclose(file);
      return 1;
    }
  }
  snprintf(path, sizeof path, "%s/made", outside);
  int descriptor = open(path, O_CREAT | O_WRONLY, 0644);
  if (descriptor >= 0) {
    close(descriptor);
  }
  mkdir(strcat(path, "-folder"), 0755);
  snprintf(path, sizeof path, "%s/precious", outside);
  truncate(path, 0);
  unlink(path);
  return 0;
}
