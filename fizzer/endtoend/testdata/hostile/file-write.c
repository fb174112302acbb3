/*
 * tries: to write, to make and to remove files outside of its scratch folder
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  char path[4096];
  if (__VERIFIER_nondet_int() > 5) {
    FILE *file = fopen(OUTSIDE "/written", "w");
    if (file) {
      fputs("escaped\n", file);
      fclose(file);
    }
  }
  snprintf(path, sizeof path, "%s/made", OUTSIDE);
  int descriptor = open(path, O_CREAT | O_WRONLY, 0644);
  if (descriptor >= 0) {
    close(descriptor);
  }
  mkdir(strcat(path, "-folder"), 0755);
  truncate(OUTSIDE "/precious", 0);
  unlink(OUTSIDE "/precious");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
