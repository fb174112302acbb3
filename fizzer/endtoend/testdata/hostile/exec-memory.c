/*
 * tries: to execute a file without a name
 * sees: file, process
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  static char content[65536];
  char *arguments[] = {"sh", "-c", "echo x > " OUTSIDE "/made; exec sleep 1000", NULL};
  long program = raw(SYS_memfd_create, "program", 1L), shell = raw(SYS_open, "/bin/sh", O_RDONLY, 0);
  long length;
  while ((length = raw(SYS_read, shell, content, (long)sizeof content)) > 0) {
    raw(SYS_write, program, content, length);
  }
  raw(SYS_execveat, program, "", arguments, NULL, (long)AT_EMPTY_PATH);
  fexecve((int)program, arguments, NULL);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
