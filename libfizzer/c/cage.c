/*
 * The cage around the program, which is other people's code: limits, Landlock, a system-call filter.
 *
 * Each layer that the kernel refuses is noted as missing and the rest is applied all the same. The replay of tests puts
 * the program into the same cage.
 */
#define _GNU_SOURCE
#include "cage.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__i386__)
#define ARCHITECTURE AUDIT_ARCH_I386
#else
#error "the cage knows x86-64 and i386 only"
#endif

/* Argument that lets one clone3 pass: the size of the first version of struct clone_args. */
#define CLONE_ARGUMENTS 64

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Descriptors that the program may have open at once. */
#define DESCRIPTORS 1024

/* Landlock as of its first version, for headers that do not have it; later rights are not asked for. */
#define LANDLOCK_CREATE 444
#define LANDLOCK_ADD 445
#define LANDLOCK_RESTRICT 446
#define LANDLOCK_PATH_BENEATH 1
#define LANDLOCK_VERSION 1 /* flag of LANDLOCK_CREATE that asks for the version */
#define LANDLOCK_TRUNCATE_SINCE 3
#define LANDLOCK_TRUNCATE_RIGHT UINT64_C(0x4000)
#define LANDLOCK_WRITE_RIGHTS UINT64_C(0x1ff2) /* write, remove and make anything; not execute, read, list */

struct landlock_ruleset {
  uint64_t handled_access_fs;
};

struct landlock_path {
  uint64_t allowed_access;
  int32_t parent_fd;
} __attribute__((packed));

/* System calls that fail with EPERM: network, processes, other processes' state, the machine's state. */
static const uint16_t forbidden[] = {
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_listen,
#ifdef SYS_socketcall
    SYS_socketcall,
#endif
    SYS_fork,
    SYS_vfork,
    SYS_clone,
    SYS_execve,
    SYS_execveat,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_pidfd_send_signal,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_memfd_create,
    SYS_truncate,
    SYS_shmget,
    SYS_semget,
    SYS_msgget,
    SYS_mq_open,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_personality,
    SYS_setpriority,
    SYS_sched_setaffinity,
    SYS_sched_setscheduler,
    SYS_setrlimit,
    SYS_prlimit64,
    SYS_setuid,
    SYS_setgid,
    SYS_setreuid,
    SYS_setregid,
    SYS_setresuid,
    SYS_setresgid,
    SYS_setgroups,
    SYS_capset,
    /* Landlock knows no right for these. */
    SYS_chmod,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_chown,
    SYS_fchown,
    SYS_lchown,
    SYS_fchownat,
    SYS_utime,
    SYS_utimes,
    SYS_utimensat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
};

/* What changes files; forbidden only where there is no Landlock to allow it in the scratch folder. */
static const uint16_t forbidden_without_landlock[] = {
    SYS_creat, SYS_unlink, SYS_unlinkat, SYS_rename,  SYS_renameat,  SYS_renameat2, SYS_mkdir,   SYS_mkdirat,
    SYS_rmdir, SYS_link,   SYS_linkat,   SYS_symlink, SYS_symlinkat, SYS_mknod,     SYS_mknodat, SYS_openat2,
};

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)(field))
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define REFUSE RETURN(SECCOMP_RET_ERRNO | EPERM)
#define DATA(field) offsetof(struct seccomp_data, field)

static struct sock_filter program[2 * (COUNT(forbidden) + COUNT(forbidden_without_landlock)) + 32];
static uint16_t length;

static void add(struct sock_filter instruction) { program[length++] = instruction; }

/* Adds: when the loaded word equals value go on, otherwise skip the next instructions. */
static void skip_unless(uint32_t value, uint8_t skipped) {
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped));
}

static void refuse_all(const uint16_t *calls, size_t count) {
  for (size_t i = 0; i < count; i++) {
    skip_unless(calls[i], 1);
    add((struct sock_filter)REFUSE);
  }
}

/* Adds: refuse the call when the argument at offset has one of the bits. */
static void refuse_bits(uint32_t call, size_t argument, uint32_t bits) {
  skip_unless(call, 4);
  add((struct sock_filter)LOAD(argument));
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1));
  add((struct sock_filter)REFUSE);
  add((struct sock_filter)LOAD(DATA(nr)));
}

static bool filter_system_calls(bool landlock) {
  add((struct sock_filter)LOAD(DATA(arch)));
  add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  add((struct sock_filter)RETURN(SECCOMP_RET_KILL_PROCESS));
  add((struct sock_filter)LOAD(DATA(nr)));
  /* clone3 only as fizzer_fork calls it. */
  skip_unless(SYS_clone3, 4);
  add((struct sock_filter)LOAD(DATA(args[1])));
  skip_unless(CLONE_ARGUMENTS, 1);
  add((struct sock_filter)RETURN(SECCOMP_RET_ALLOW));
  add((struct sock_filter)REFUSE);
  refuse_all(forbidden, COUNT(forbidden));
  if (!landlock) {
    refuse_all(forbidden_without_landlock, COUNT(forbidden_without_landlock));
    uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    refuse_bits(SYS_open, DATA(args[1]), writing);
    refuse_bits(SYS_openat, DATA(args[2]), writing);
  }
  add((struct sock_filter)RETURN(SECCOMP_RET_ALLOW));
  struct sock_fprog filter = {.len = length, .filter = program};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}

/* Allows changes of files beneath the working directory, the scratch folder, only. */
static bool restrict_files(void) {
  uint64_t rights = LANDLOCK_WRITE_RIGHTS;
  if (syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_VERSION) >= LANDLOCK_TRUNCATE_SINCE) {
    rights |= LANDLOCK_TRUNCATE_RIGHT;
  }
  struct landlock_ruleset handled = {.handled_access_fs = rights};
  int rules = (int)syscall(LANDLOCK_CREATE, &handled, sizeof handled, 0);
  if (rules < 0) {
    return false;
  }
  struct landlock_path scratch = {.allowed_access = rights};
  scratch.parent_fd = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  bool done = scratch.parent_fd >= 0 && syscall(LANDLOCK_ADD, rules, LANDLOCK_PATH_BENEATH, &scratch, 0) == 0 &&
              syscall(LANDLOCK_RESTRICT, rules, 0) == 0;
  close(scratch.parent_fd);
  close(rules);
  return done;
}

static bool limit(__rlimit_resource_t resource, uint64_t value) {
  rlim_t limited = value > (uint64_t)RLIM_INFINITY ? RLIM_INFINITY : (rlim_t)value;
  struct rlimit both = {.rlim_cur = limited, .rlim_max = limited};
  struct rlimit now;
  if (getrlimit(resource, &now) == 0 && now.rlim_max < limited) {
    both.rlim_cur = both.rlim_max = now.rlim_max;
  }
  return setrlimit(resource, &both) == 0;
}

static void note(struct fizzer_confinement *cage, uint32_t layer, bool applied) {
  if (applied) {
    cage->applied |= 1u << layer;
  } else {
    cage->missing |= 1u << layer;
  }
}

/* The stack keeps the limit that this process started with, so that only depth and memory bound recursion. */
void fizzer_cage(struct fizzer_confinement *cage) {
  note(cage, FIZZER_CAGE_CORE_LIMIT, limit(RLIMIT_CORE, 0));
  note(cage, FIZZER_CAGE_FILE_LIMIT, limit(RLIMIT_FSIZE, cage->file_bytes) && limit(RLIMIT_NOFILE, DESCRIPTORS));
  note(cage, FIZZER_CAGE_MEMORY_LIMIT, cage->memory_bytes == 0 || limit(RLIMIT_AS, cage->memory_bytes));
  bool privileges = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  bool landlock = privileges && restrict_files();
  note(cage, FIZZER_CAGE_LANDLOCK, landlock);
  note(cage, FIZZER_CAGE_SECCOMP, privileges && filter_system_calls(landlock));
}

pid_t fizzer_fork(void) {
  struct clone_args arguments = {.exit_signal = SIGCHLD};
  pid_t *thread_id; /* where the C library keeps the thread's number, which raise needs */
  if (prctl(PR_GET_TID_ADDRESS, &thread_id) == 0) {
    arguments.flags = CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
    arguments.child_tid = (uintptr_t)thread_id;
  }
  pid_t child = (pid_t)syscall(SYS_clone3, &arguments, CLONE_ARGUMENTS);
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
  return child;
}
