/*
 * tries: to end the first process of its sandbox by signals that look like faults of that process; where it is alone in there, its threads, too
 * sees: works
 */
#include "prelude.h"
static void signal_all(long process, long thread) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGSTKFLT, SIGABRT};
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_signo = faults[i];
    info.si_code = SI_QUEUE;
    raw(SYS_rt_sigqueueinfo, thread, (long)faults[i], &info);
    raw(SYS_rt_tgsigqueueinfo, process, thread, (long)faults[i], &info);
    raw(SYS_kill, thread, (long)faults[i]);
    raw(SYS_tgkill, process, thread, (long)faults[i]);
    raw(SYS_tkill, thread, (long)faults[i]);
  }
}

static void attempt(void) {
#if defined(ALONE)
  return; /* the first process is that of the world */
#endif
  signal_all(1, 1);
#ifndef __clang__
  for (long thread = 2; thread < raw(SYS_getpid); thread++) {
    signal_all(1, thread);
  }
  struct timespec while_it_ends = {0, 300000000};
  nanosleep(&while_it_ends, NULL);
#endif
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  attempt();
  if (x != 77) {
    reach_error();
  }
  return 0;
}
