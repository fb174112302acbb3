/*
 * tries: to change and make message queues, and to be told by one
 * sees: file
 * alone: not certain, for the kernel may be without
 */
#include "prelude.h"
#include <mqueue.h>

static void attempt(void) {
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGUSR1;
  long queue = raw(SYS_mq_open, "precious", (long)O_RDWR, 0L, NULL);
  raw(SYS_mq_notify, queue, &event);
  raw(SYS_mq_timedsend, queue, "escaped", 7L, 1L, NULL);
  raw(SYS_mq_open, "made", (long)(O_CREAT | O_RDWR), 0666L, NULL);
  raw(SYS_mq_unlink, "precious");
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
