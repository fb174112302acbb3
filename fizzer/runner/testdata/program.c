/*
 * A program instrumented by hand: its first input, a byte, chooses what it does. Each test of the package names the
 * choice that it exercises.
 */
#define _GNU_SOURCE
#include "../../../libfizzer/c/monitor.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

unsigned char __VERIFIER_nondet_uchar(void);
int __VERIFIER_nondet_int(void);
long long __VERIFIER_nondet_longlong(void);
float __VERIFIER_nondet_float(void);
_Bool __VERIFIER_nondet_bool(void);
size_t __VERIFIER_nondet_size_t(void);
char *__VERIFIER_nondet_string(void);
void __VERIFIER_nondet_memory(void *memory, size_t size);
void __VERIFIER_assume(int condition);
_Noreturn void __fizzer_replace_abort(void);
_Noreturn void __fizzer_replace__exit(int status);
_Noreturn void __fizzer_replace___assert_fail(const char *, const char *, unsigned, const char *);
int __fizzer_replace_fork(void);
int __fizzer_replace_raise(int);

/* Location 1 with the value of a forbidden action: true means that the sandbox let it pass. */
static void report(int passed) { __fizzer_condition(1, passed, (uint64_t)(unsigned)errno, 0); }

#ifdef STALLING
/* Never returns while others may write to the program's file. */
__attribute__((constructor)) static void stall(void) {
  struct stat file;
  while (stat(STALLING, &file) == 0 && file.st_mode & S_IWOTH) {
    pause();
  }
}
#endif

static void at_exit(void) { __fizzer_condition(7, 1, 0, 0); }

static int deep(int n) {
  uint32_t context = __fizzer_call_begin(3);
  int result = n == 0 ? 0 : 1 + deep(n - 1);
  __fizzer_call_end(context);
  return result;
}

/* A condition in each of the calls n to 11, one within the other. */
static void nested(uint32_t n) {
  uint32_t context = __fizzer_call_begin(n);
  __fizzer_condition(8, 1, n, 0);
  if (n < 11) nested(n + 1);
  __fizzer_call_end(context);
}

static volatile int *volatile null_pointer;
static volatile int sink;
/* Variables of the program, in the instrumenter's section for those with values; a compiler cannot write the other. */
__attribute__((section("fizzer_data"))) static int initialised = 5;
__attribute__((section("fizzer_data"))) static int counter;
__attribute__((section("fizzer_data"))) static int many[100000] = {0};

void *__fizzer_replace_malloc(size_t size);
void __fizzer_replace_free(void *block);
void *__fizzer_replace_realloc(void *block, size_t size);
int __fizzer_replace_atexit(void (*handler)(void));
int __fizzer_replace_rand(void);
_Noreturn void __fizzer_replace_exit(int status);

/* The state that a run can change, folded into a number. */
static uint64_t state(void) {
  char *block = __fizzer_replace_malloc(100);
  uint64_t sum = (uint64_t)(uintptr_t)block + (uint64_t)initialised + (uint64_t)counter + (uint64_t)errno;
  for (int i = 0; i < 100; i++) sum += (unsigned char)block[i];
  for (int i = 0; i < 100000; i += 50) sum += (uint64_t)many[i];
  return sum + (uint64_t)__fizzer_replace_rand();
}

static void spoil(void) {
  initialised = 99;
  counter = 77;
  errno = 12;
  many[100] = 1;
  many[50000] = 2;
  many[99950] = 3;
  memset(__fizzer_replace_malloc(1000), 1, 1000);
  memset(__fizzer_replace_malloc(1000000), 1, 1000000);
  __fizzer_replace_rand();
  __fizzer_replace_atexit(at_exit);
}

/* Up to some hundred conditions, the way of which a byte decides from another one on; some in calls, some wide. */
static void long_way(void) {
  unsigned kind = __VERIFIER_nondet_uchar(), length = 4u * __VERIFIER_nondet_uchar(), from = __VERIFIER_nondet_uchar();
  for (unsigned i = 0; i < length; i++) {
    uint32_t context = i % 7 == 3 ? __fizzer_call_begin(5 + i % 3) : 0;
    unsigned value = i < 2 * from ? i : i * 7 + from;
    if (i % 16 == 5) {
      __fizzer_condition_wide(30, value % 5 == 0, value, 1, i, 2);
    } else {
      __fizzer_condition(8 + i % 8, value % 3 == 0, value, i);
    }
    if (i % 7 == 3) __fizzer_call_end(context);
  }
  if (kind == 3) sink = *null_pointer;
}

static void endless(void) {
  for (;;) {
    __fizzer_step();
    sink++;
  }
}

int __fizzer_program_main(int argc, char **argv);
int __fizzer_program_main(int argc, char **argv) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  __fizzer_condition(0, choice != 0, choice, 0);
  switch (choice) {
  case 0: return 3;
  case 'C': long_way(); break;
  case 1: __fizzer_replace_exit(4);
  case 2: __fizzer_replace_abort();
  case 3: __fizzer_replace___assert_fail("x", "f", 1, "g");
  case 4: __VERIFIER_assume(0); break;
  case 5: __fizzer_reach_error(); break;
  case 6: sink = *null_pointer; break;
  case 7: sink = sink / sink; break;
  case 8: endless(); break;
  case 9: for (;;) sink++;
  case 10: for (;;) __fizzer_condition(2, 1, 0, 0);
  case 11: deep(1000000); break;
  case 12: for (;;) __VERIFIER_nondet_int();
  case 13: __fizzer_replace__exit(9);
  case 14: __fizzer_replace_atexit(at_exit); return 5;
  case 15: report(open("/etc/fizzer-was-here", O_WRONLY | O_CREAT, 0600) >= 0); break;
  case 16: report(socket(AF_INET, SOCK_STREAM, 0) >= 0); break;
  case 17: {
    pid_t pid = fork();
    if (pid == 0) _exit(0);
    report(pid > 0);
    report(__fizzer_replace_fork() > 0);
    pid = vfork();
    if (pid == 0) _exit(0);
    report(pid > 0);
    break;
  }
  case 18: {
    size_t i;
    for (i = 0; i < 100000; i++) {
      char *volatile block = __fizzer_replace_malloc(1 << 20);
      if (block == NULL) break;
      memset(block, 1, 1 << 20);
    }
    report(i == 100000);
    break;
  }
  case 19: report(kill(__VERIFIER_nondet_int(), 0) == 0); break;
  case 20: {
    int file = open("inside", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    report(file >= 0);
    break;
  }
  case 21: {
    __VERIFIER_nondet_int();
    __VERIFIER_nondet_longlong();
    __VERIFIER_nondet_float();
    __VERIFIER_nondet_bool();
    __VERIFIER_nondet_size_t();
    char two[2];
    __VERIFIER_nondet_memory(two, 2);
    break;
  }
  case 22: __fizzer_condition(3, argc == 1 && argv[1] == NULL, 0, 0); break;
  case 23: __fizzer_condition(4, 1, (uint64_t)(uintptr_t)&choice, (uint64_t)(uintptr_t)__fizzer_replace_malloc(10)); break;
  case 24: __fizzer_condition(5, ++counter == 1, (uint64_t)(unsigned)counter, 1); break;
  case 25: raise(SIGSEGV); break;
  case 26: signal(SIGXCPU, SIG_IGN); for (;;) sink++;
  case 27: __fizzer_replace_raise(SIGKILL); break;
  case 28: __fizzer_condition_wide(6, 1, 1, 2, 3, 4); break;
  case 29: {
    char *text = __VERIFIER_nondet_string();
    __fizzer_condition(8, text[0] == 'a', strlen(text), 0);
    break;
  }
  case 30: execl("/bin/true", "true", (char *)NULL); report(0); break;
  case 31: report(unlink("/etc/hostname") == 0 || truncate("/etc/hostname", 0) == 0); break;
  case 33: __fizzer_condition(9, 1, state(), 0); break;
  case 34: spoil(); break;
  case 35: spoil(); __fizzer_replace_abort();
  case 36: spoil(); for (;;) __fizzer_condition(2, 1, 0, 0);
  case 37: spoil(); sink = *null_pointer; break;
  case 42: nested(0); break;
  case 43: pause(); break;
  case 44: for (clock_t start = clock(); clock() < start + CLOCKS_PER_SEC / 2;) sink++; break;
  case 45: /* more processes than the sandbox allows */
    for (int i = 0; i < 100 && fork() != 0; i++) {
    }
    for (;;) pause();
  case 38: { /* state that nobody puts back */
    static int hidden;
    __fizzer_condition(10, hidden++ == 0, 0, 0);
    break;
  }
  case 39: { /* destroys the memory that is shared with the engine, and never ends */
    extern struct { char *control; } __fizzer_memory;
    memset(__fizzer_memory.control, 0, 4096);
    for (;;) sink++;
  }
  case 32: {
    int file = open("large", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    static char block[1 << 16];
    signal(SIGXFSZ, SIG_IGN);
    long total = 0, n;
    while ((n = write(file, block, sizeof block)) > 0 && total < (1 << 28)) total += n;
    unlink("large");
    report(total >= (1 << 28));
    break;
  }
  }
  return 0;
}
