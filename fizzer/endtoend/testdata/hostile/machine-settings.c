/*
 * tries: to change settings of the kernel in /proc/sys, /sys and control groups
 * sees: machine
 * alone: seen as root
 */
#include "prelude.h"
static void put(const char *path, const char *text) {
  raw(SYS_write, raw(SYS_open, path, O_WRONLY, 0), text, (long)strlen(text));
}

static void attempt(void) {
  put("/proc/sys/kernel/hostname", "hostile");
  put("/proc/sys/kernel/shmmax", "1234567");
  put("/proc/sys/kernel/msgmax", "12345");
  put("/proc/sys/net/ipv4/ip_forward", "1");
  put("/proc/sys/net/ipv4/ip_default_ttl", "77");
  put("/proc/sys/user/max_user_namespaces", "7");
  put("/sys/class/net/lo/ifalias", "hostile");
  raw(SYS_mkdir, "/sys/fs/cgroup/hostile", 0777);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
