/* How runs end: by return, exit, abort, a failed assertion or assumption, reach_error, a limit, or a signal. */
#define _GNU_SOURCE
#include "monitor.h"
#include "runtime.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ALTERNATE_STACK_BYTES 65536

static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, FIZZER_TIMEOUT_SIGNAL};

_Noreturn void __fizzer_end(uint32_t ending, uint32_t detail) {
  struct fizzer_run *run = &__fizzer_run;
  if (run->in_program) {
    run->in_program = false;
    struct fizzer_result *result = run->result;
    result->path = __fizzer_state.path;
    fizzer_cut_end(result);
    result->read_count = run->reads;
    result->byte_count = __fizzer_state.input_bytes;
    result->call = __fizzer_state.call;
    result->detail = detail;
    result->ending = ending;
    if (run->persistent) {
      fizzer_next_run();
    }
  }
  _exit(0);
}

uint32_t __fizzer_record_wide(uint64_t left_high, uint64_t right_high) {
  struct fizzer_state *state = &__fizzer_state;
  if (__fizzer_run.result == NULL) {
    return 0; /* before the first run */
  }
  if (state->wides >= __fizzer_memory.control->wide_capacity) {
    __fizzer_end(FIZZER_ENDING_LIMIT_CONDITIONS, 0);
  }
  __fizzer_memory.wides[state->wides] = (struct fizzer_wide){.left = left_high, .right = right_high};
  return ++state->wides;
}

/* After a signal the process is not used again: its state is unknown. */
static void end_by_signal(int number, siginfo_t *information, void *unused) {
  (void)unused;
  if (number == SIGSEGV && fizzer_globals_fault(information->si_addr)) {
    return;
  }
  if (!__fizzer_run.in_program) {
    _exit(FIZZER_DAMAGED);
  }
  __fizzer_run.persistent = false;
  if (number == FIZZER_TIMEOUT_SIGNAL) {
    __fizzer_end(FIZZER_ENDING_TIMEOUT, 0);
  }
  __fizzer_end(number == SIGABRT ? FIZZER_ENDING_ABORTED : FIZZER_ENDING_CRASHED, (uint32_t)number);
}

/* Registered before any exit handler of the program, so the C library calls it after them. */
static void end_by_exit(int status, void *unused) {
  (void)unused;
  __fizzer_end(FIZZER_ENDING_NORMAL, (uint32_t)status);
}

void fizzer_catch_signals(void) {
  stack_t stack = {.ss_size = ALTERNATE_STACK_BYTES};
  stack.ss_sp = mmap(NULL, ALTERNATE_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack.ss_sp != MAP_FAILED) {
    sigaltstack(&stack, NULL);
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = end_by_signal;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO;
  for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++) {
    sigaction(caught[i], &action, NULL);
  }
  on_exit(end_by_exit, NULL);
}

/* Divides by zero on the processor, so that the program's signal handlers see the real fault. */
_Noreturn void __fizzer_divide_by_zero(void) {
  for (;;) {
    __asm__ volatile("xorl %%ecx, %%ecx\n\tdivl %%ecx" ::: "eax", "ecx", "edx", "cc");
  }
}

void __fizzer_reach_error(void) {
  struct fizzer_result *result = __fizzer_run.result;
  if (result->error_reached == 0) {
    result->error_reached = 1;
    result->error_input_bytes = __fizzer_state.input_bytes;
  }
  if (__fizzer_run.stop_at_error) {
    __fizzer_end(FIZZER_ENDING_ERROR_REACHED, 0);
  }
}

/* Replacements of C library functions that the program calls; the instrumenter redirects the calls to them. */

_Noreturn void __fizzer_replace_exit(int status);
_Noreturn void __fizzer_replace_exit(int status) {
  fizzer_run_exit_handlers(status, false);
  if (__fizzer_run.persistent) {
    __fizzer_end(FIZZER_ENDING_NORMAL, (uint32_t)status);
  }
  exit(status);
}

_Noreturn void __fizzer_replace__exit(int status);
_Noreturn void __fizzer_replace__exit(int status) { __fizzer_end(FIZZER_ENDING_NORMAL, (uint32_t)status); }

_Noreturn void __fizzer_replace__Exit(int status);
_Noreturn void __fizzer_replace__Exit(int status) { __fizzer_end(FIZZER_ENDING_NORMAL, (uint32_t)status); }

_Noreturn void __fizzer_replace_quick_exit(int status);
_Noreturn void __fizzer_replace_quick_exit(int status) {
  fizzer_run_exit_handlers(status, true);
  __fizzer_end(FIZZER_ENDING_NORMAL, (uint32_t)status);
}

/* A handler of the program's own runs first, as in the C library. */
_Noreturn void __fizzer_replace_abort(void);
_Noreturn void __fizzer_replace_abort(void) {
  struct sigaction action;
  if (sigaction(SIGABRT, NULL, &action) == 0 && action.sa_sigaction != end_by_signal && action.sa_handler != SIG_DFL &&
      action.sa_handler != SIG_IGN) {
    raise(SIGABRT);
  }
  __fizzer_end(FIZZER_ENDING_ABORTED, SIGABRT);
}

_Noreturn void __fizzer_replace___assert_fail(const char *expression, const char *file, unsigned line,
                                              const char *function);
_Noreturn void __fizzer_replace___assert_fail(const char *expression, const char *file, unsigned line,
                                              const char *function) {
  (void)expression;
  (void)file;
  (void)line;
  (void)function;
  __fizzer_end(FIZZER_ENDING_ASSERTION_FAILED, 0);
}

_Noreturn void __fizzer_replace___assert(const char *expression, const char *file, int line);
_Noreturn void __fizzer_replace___assert(const char *expression, const char *file, int line) {
  __fizzer_replace___assert_fail(expression, file, (unsigned)line, NULL);
}

_Noreturn void __fizzer_replace___assert_rtn(const char *function, const char *file, int line, const char *expression);
_Noreturn void __fizzer_replace___assert_rtn(const char *function, const char *file, int line, const char *expression) {
  __fizzer_replace___assert_fail(expression, file, (unsigned)line, function);
}

/* A run may not start processes: fork fails as it does at a process limit. */
int __fizzer_replace_fork(void);
int __fizzer_replace_fork(void) {
  errno = EAGAIN;
  return -1;
}

int __fizzer_replace_vfork(void);
int __fizzer_replace_vfork(void) { return __fizzer_replace_fork(); }

int __fizzer_replace_raise(int number);
int __fizzer_replace_raise(int number) {
  return (int)syscall(SYS_tgkill, (long)getpid(), syscall(SYS_gettid), (long)number);
}

/* A program may send signals to itself only. */
int __fizzer_replace_kill(pid_t process, int number);
int __fizzer_replace_kill(pid_t process, int number) {
  if (process == getpid()) {
    return __fizzer_replace_raise(number);
  }
  errno = EPERM;
  return -1;
}

/* Functions of the verifiers that a program may leave undefined. */

void __VERIFIER_assume(int condition);
void __VERIFIER_assume(int condition) {
  if (!condition) {
    __fizzer_end(FIZZER_ENDING_ASSUMPTION_FAILED, 0);
  }
}

_Noreturn void __VERIFIER_error(void);
_Noreturn void __VERIFIER_error(void) {
  __fizzer_reach_error();
  __fizzer_end(FIZZER_ENDING_ERROR_REACHED, 0);
}

_Noreturn void reach_error(void);
_Noreturn void reach_error(void) { __VERIFIER_error(); }

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_begin(void) {}

void __VERIFIER_atomic_end(void);
void __VERIFIER_atomic_end(void) {}
