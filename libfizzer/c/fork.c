/* Makes a process by the bare system call, with the mark by which the sandbox recognises and allows it. */
#define _GNU_SOURCE
#include "fork.h"
#include "layout.h"

#include <linux/sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t fizzer_fork(void) {
  unsigned long flags = SIGCHLD;
  pid_t *thread_id = NULL; /* where the C library keeps the thread's id, which raise needs */
  if (prctl(PR_GET_TID_ADDRESS, &thread_id) == 0) {
    flags |= CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
  }
#if defined(__i386__)
  return (pid_t)syscall(SYS_clone, flags, NULL, NULL, FIZZER_FORK_MARK, thread_id);
#else
  return (pid_t)syscall(SYS_clone, flags, NULL, NULL, thread_id, FIZZER_FORK_MARK);
#endif
}

/* Landlock's scope of signals, for headers that do not have it (version 6, Linux 6.12). */
#define LANDLOCK_CREATE 444
#define LANDLOCK_RESTRICT 446
#define LANDLOCK_SIGNALS 2

void fizzer_keep_signals(void) {
  struct {
    uint64_t files, network, scoped;
  } ruleset = {0, 0, LANDLOCK_SIGNALS};
  int descriptor = (int)syscall(LANDLOCK_CREATE, &ruleset, sizeof ruleset, 0);
  if (descriptor >= 0) {
    syscall(LANDLOCK_RESTRICT, descriptor, 0);
    close(descriptor);
  }
}
