/*
 * tries: to change what /proc lets change of a bystander, its parent and the shell: who dies first, timers, affinity, time
 * sees: bystander, shell, tool
 * alone: seen
 */
#include "prelude.h"
static void put(long pid, const char *name, const char *text) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
  raw(SYS_write, raw(SYS_open, path, O_WRONLY, 0), text, (long)strlen(text));
}

static void spoil(long pid) {
  put(pid, "oom_score_adj", "1000");
  put(pid, "timerslack_ns", "1000000000");
  put(pid, "coredump_filter", "ff");
  put(pid, "autogroup", "19");
  put(pid, "clear_refs", "1");
  put(pid, "comm", "hostile");
  put(pid, "setgroups", "deny");
}

static void attempt(void) {
  spoil(BYSTANDER);
  spoil(SHELL);
  spoil(raw(SYS_getppid));
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
