/* A process made by the system call alone, with the mark for which the sandbox lets it pass. */
#define _GNU_SOURCE
#include "fork.h"
#include "layout.h"

#include <linux/sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t fizzer_fork(void) {
  unsigned long flags = SIGCHLD;
  pid_t *thread_id = NULL; /* where the C library keeps the thread's number, which raise needs */
  if (prctl(PR_GET_TID_ADDRESS, &thread_id) == 0) {
    flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
  }
#if defined(__i386__)
  return (pid_t)syscall(SYS_clone, flags, NULL, NULL, FIZZER_FORK_MARK, thread_id);
#else
  return (pid_t)syscall(SYS_clone, flags, NULL, NULL, thread_id, FIZZER_FORK_MARK);
#endif
}
