#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
extern void abort(void);
#ifdef ALONE
extern void hostile_goal(void);
void reach_error(void) { hostile_goal(); }
#else
void reach_error(void) { abort(); }
#endif

/* Makes a system call without the C library, so that no function of the tool is asked. */
long raw(long number, ...);
#if defined(__x86_64__)
__asm__(".text\n.globl raw\n.type raw,@function\nraw:\n"
        "mov %rdi,%rax\nmov %rsi,%rdi\nmov %rdx,%rsi\nmov %rcx,%rdx\nmov %r8,%r10\nmov %r9,%r8\nmov 8(%rsp),%r9\n"
        "syscall\nret\n.size raw,.-raw\n");
#else
__asm__(".text\n.globl raw\n.type raw,@function\nraw:\n"
        "push %ebx\npush %esi\npush %edi\npush %ebp\n"
        "mov 20(%esp),%eax\nmov 24(%esp),%ebx\nmov 28(%esp),%ecx\nmov 32(%esp),%edx\nmov 36(%esp),%esi\n"
        "mov 40(%esp),%edi\nmov 44(%esp),%ebp\nint $0x80\n"
        "pop %ebp\npop %edi\npop %esi\npop %ebx\nret\n.size raw,.-raw\n");
#endif

/* Reaches the goal when the bytes hold a secret. */
static inline void look_for_secret(const void *bytes, long length) {
  if (length > 0 && memmem(bytes, (size_t)length, SECRET, sizeof SECRET - 1)) {
    reach_error();
  }
}

/* Reaches the goal when the file holds a secret. */
static inline void look_into(const char *path) {
  static char content[65536];
  int file = (int)raw(SYS_open, path, O_RDONLY | O_NONBLOCK, 0);
  if (file >= 0) {
    look_for_secret(content, raw(SYS_read, file, content, (long)sizeof content));
    raw(SYS_close, file);
  }
}

/* Starts a process in one of all ways, in new namespaces when flags say so. Returns 0 in the new one, < 0 when there is no way. */
static inline long start_process(unsigned long long flags) {
  unsigned long long arguments[11] = {flags, 0, 0, 0, SIGCHLD};
  long child = raw(SYS_clone3, arguments, 64L);
  if (child < 0) {
    child = raw(SYS_clone3, arguments, 88L);
  }
  if (child < 0) {
    child = raw(SYS_clone, (long)flags | SIGCHLD, 0L, 0L, 0L, 0L);
  }
  if (child < 0 && flags == 0) {
    child = raw(SYS_fork);
  }
  if (child < 0) { /* as the runtime does */
#if defined(__x86_64__)
    child = raw(SYS_clone, (long)flags | SIGCHLD, 0L, 0L, 0L, (long)FORK_MARK);
#else
    child = raw(SYS_clone, (long)flags | SIGCHLD, 0L, 0L, (long)FORK_MARK, 0L);
#endif
  }
  return child;
}
