/*
 * tries: to make a file in each folder that the user may write to, and in the folder of the run
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void attempt(void) {
  raw(SYS_open, "/tmp/made", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, "/var/tmp/made", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, "/dev/shm/made", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, HOME_FOLDER "/.profile", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, TASK_FOLDER "/made", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, OUTPUT "/made", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, OUTPUT "/search/made", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, OUTPUT "/search/test-suite/testcase-999999.xml", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, SCRATCH "/made", O_CREAT | O_WRONLY, 0666);
  raw(SYS_open, TASK_FOLDER "/task.yml", O_WRONLY | O_TRUNC, 0666);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
