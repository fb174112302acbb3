/* The harness that is linked to a replayed program: the input functions, and the functions by which gcc's coverage code
 * writes its data. These keep the record of reached goals as gcov would keep its counters, but in memory shared with the
 * replay. With GOALS_BY_GCOV, gcov's own library is linked and writes its files.
 *
 * All functions are weak: if a program defines one itself, its own is used.
 *
 * Compile with -DGOAL_COUNT=n, the number of placed goals. */
#define _GNU_SOURCE
#include "fork.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

/* The file descriptor of the shared memory at the start of the process. */
enum { SHARED_FD = 3 };

/* The head of the shared memory; the same in the Go code. The goals follow it. */
struct shared {
  uint32_t started;   /* 1: the harness has started */
  uint32_t published; /* 1: the goals were written */
  uint32_t exhausted; /* 1: the program asked for more inputs than there are */
  uint32_t malformed; /* 1: an input could not be read */
  uint32_t inputs;    /* inputs read */
  uint32_t forks;     /* processes that the program and its children tried to make */
  unsigned char goals[];
};

/* A byte for each goal, set by the program when it is reached. */
unsigned char __testcomp_goals[GOAL_COUNT + 1];

/* Maximum number of processes that a replayed program may make in all. */
#define MAX_FORKS 32

static struct shared *shared;

/* System calls that bypass the C library, because the program may define the library's functions itself. */
#if defined(__i386__)
static long call(long number, long first) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first) : "memory");
  return result;
}

static void *map_shared(size_t size) {
  void *result; /* not the old SYS_mmap, which the sandbox may refuse */
  __asm__ volatile("push %%ebp\n\txor %%ebp,%%ebp\n\tint $0x80\n\tpop %%ebp"
                   : "=a"(result)
                   : "a"(SYS_mmap2), "b"(0), "c"(size), "d"(PROT_READ | PROT_WRITE), "S"(MAP_SHARED), "D"(SHARED_FD)
                   : "memory");
  return result;
}
#else
static long call(long number, long first) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(first) : "rcx", "r11", "memory");
  return result;
}

static void *map_shared(size_t size) {
  void *result;
  register long flags __asm__("r10") = MAP_SHARED;
  register long descriptor __asm__("r8") = SHARED_FD;
  register long offset __asm__("r9") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_mmap), "D"(0), "S"(size), "d"(PROT_READ | PROT_WRITE), "r"(flags), "r"(descriptor), "r"(offset)
                   : "rcx", "r11", "memory");
  return result;
}
#endif

__attribute__((constructor(101))) static void start(void) {
  shared = map_shared(sizeof *shared + GOAL_COUNT);
  if ((uintptr_t)shared > (uintptr_t)-4096)
    call(SYS_exit_group, 126);
  call(SYS_close, SHARED_FD);
  shared->started = 1;
}

#ifdef GOALS_BY_GCOV
void __gcov_dump(void);
void __gcov_reset(void);

/* When lines are counted, abort itself writes the counts. */
#ifdef ABORT_WRITES
WEAK void abort(void) {
  __gcov_dump();
  raise(SIGABRT);
  signal(SIGABRT, SIG_DFL);
  raise(SIGABRT);
  _exit(127);
}

WEAK void __assert_fail(const char *assertion, const char *file, unsigned int line, const char *function) {
  fprintf(stderr, "%s:%u: %s: %s\n", file, line, function, assertion);
  abort();
}
#endif
#else
static int dumped;

/* Only the first dump counts, as in libgcov. */
void __gcov_dump(void) {
  if (dumped)
    return;
  dumped = 1;
  for (unsigned int i = 0; i < GOAL_COUNT; i++)
    shared->goals[i] |= __testcomp_goals[i];
  shared->published = 1;
}

void __gcov_reset(void) {
  memset(__testcomp_goals, 0, GOAL_COUNT);
  dumped = 0;
}

void __gcov_init(void *info) { (void)info; }
void __gcov_exit(void) { __gcov_dump(); }
void __gcov_flush(void) {
  __gcov_dump();
  __gcov_reset();
}
void __gcov_merge_add(void *counters, unsigned int count) {
  (void)counters;
  (void)count;
}
#endif

/* gcc calls these instead of fork and exec. */
pid_t __gcov_fork(void) {
  if (__atomic_fetch_add(&shared->forks, 1, __ATOMIC_RELAXED) >= MAX_FORKS) {
    errno = EAGAIN;
    return -1;
  }
  pid_t child = fizzer_fork();
  if (child == 0)
    __gcov_reset();
  return child;
}

static int failed(int result) {
  __gcov_reset();
  return result;
}

int __gcov_execv(const char *path, char *const argv[]) {
  __gcov_dump();
  return failed(execv(path, argv));
}

int __gcov_execvp(const char *path, char *const argv[]) {
  __gcov_dump();
  return failed(execvp(path, argv));
}

int __gcov_execve(const char *path, char *const argv[], char *const envp[]) {
  __gcov_dump();
  return failed(execve(path, argv, envp));
}

/* The arguments of execl and its like, as an array. */
enum { MAX_ARGUMENTS = 256 };

static void collect(char *argv[MAX_ARGUMENTS], char *first, va_list rest) {
  int n = 0;
  argv[n++] = first;
  while (argv[n - 1] != NULL && n < MAX_ARGUMENTS - 1)
    argv[n++] = va_arg(rest, char *);
  argv[n] = NULL;
}

#define EXEC_LIST(name, variant)                                                                                       \
  int __gcov_##name(const char *path, char *first, ...) {                                                              \
    char *argv[MAX_ARGUMENTS];                                                                                         \
    va_list rest;                                                                                                      \
    va_start(rest, first);                                                                                             \
    collect(argv, first, rest);                                                                                        \
    va_end(rest);                                                                                                      \
    return __gcov_##variant(path, argv);                                                                               \
  }
EXEC_LIST(execl, execv)
EXEC_LIST(execlp, execvp)

int __gcov_execle(const char *path, char *first, ...) {
  char *argv[MAX_ARGUMENTS];
  va_list rest;
  va_start(rest, first);
  collect(argv, first, rest);
  char *const *environment = first == NULL ? NULL : va_arg(rest, char *const *);
  va_end(rest);
  return __gcov_execve(path, argv, environment);
}

/* The longest line that the validator reads, including its end. The validator allocates memory for each line, and so
 * does the harness, so that the program's heap is the same. */
enum { LINE_SIZE = 3000 };

static void refuse(void) {
  __gcov_dump();
  abort();
}

#ifdef OWN_INPUTS
/* The file of the inputs, when standard input is one of the program's inputs and a harness may replace it, or the functions for it. */
enum { INPUTS_FD = 100 };

__attribute__((constructor(102))) static void keep_inputs(void) {
  dup2(0, INPUTS_FD);
  close(0);
  open("/dev/null", O_RDONLY);
}

static char *get_line(char *line, int size) {
  static char buffer[1 << 12];
  static long filled, at;
  int length = 0;
  while (length + 1 < size && (length == 0 || line[length - 1] != '\n')) {
    if (at == filled) {
      filled = syscall(SYS_read, INPUTS_FD, buffer, sizeof buffer);
      at = 0;
      if (filled <= 0) {
        filled = 0;
        break;
      }
    }
    line[length++] = buffer[at++];
  }
  line[length] = '\0';
  return length == 0 ? NULL : line;
}
#else
static char *get_line(char *line, int size) { return fgets(line, size, stdin); }
#endif

static char *next_line(void) {
  char *line = malloc(LINE_SIZE);
  if (get_line(line, LINE_SIZE) == NULL) {
    shared->exhausted = 1;
    exit(1);
  }
  shared->inputs++;
  line[strcspn(line, "\n")] = '\0';
  return line;
}

/* Reads a line by a format of scanf. The number may be followed by up to three letters of C suffixes. */
static void scan(char *line, const char *format, void *target) {
  char pattern[16];
  char rest[4];
  snprintf(pattern, sizeof pattern, "%s%%c%%c%%c%%c", format);
  if (line[0] == '0' && line[1] == 'x') {
    for (char *p = pattern; *p != '\0'; p++)
      if (*p == 'd' || *p == 'u')
        *p = 'x';
  } else if (line[0] == '\'' || line[0] == '"') {
    line[strlen(line) - 1] = '\0';
    line++;
  }
  int filled = sscanf(line, pattern, target, &rest[0], &rest[1], &rest[2], &rest[3]);
  int valid = filled != 0 && filled != 5;
  for (int i = 0; i < filled - 1; i++)
    valid = valid && strchr("lLuUfF", rest[i]) != NULL && rest[i] != '\0';
  if (valid)
    return;
  shared->malformed = 1;
  refuse();
}

WEAK char __VERIFIER_nondet_char(void) {
  char value = 0;
  char *line = next_line();
  scan(line, line[0] == '\'' ? "%c" : "%hhd", &value);
  return value;
}

/* Defines the input function name, which returns type and reads a variable of type carrier by format. */
#define INPUT(name, type, carrier, format)                                                                             \
  WEAK type __VERIFIER_nondet_##name(void) {                                                                           \
    carrier value = 0;                                                                                                 \
    scan(next_line(), format, &value);                                                                                 \
    return (type)value;                                                                                                \
  }

INPUT(uchar, unsigned char, unsigned char, "%hhu")
INPUT(unsigned_char, unsigned char, unsigned char, "%hhu")
INPUT(u8, unsigned char, unsigned char, "%hhu")
INPUT(U8, unsigned char, unsigned char, "%hhu")
INPUT(s8, signed char, signed char, "%hhd")
INPUT(short, short, short, "%hd")
INPUT(s16, short, short, "%hd")
INPUT(ushort, unsigned short, unsigned short, "%hu")
INPUT(unsigned_short, unsigned short, unsigned short, "%hu")
INPUT(u16, unsigned short, unsigned short, "%hu")
INPUT(U16, unsigned short, unsigned short, "%hu")
INPUT(bool, _Bool, int, "%d")
INPUT(int, int, int, "%d")
INPUT(s32, int, int, "%d")
INPUT(uint, unsigned int, unsigned int, "%u")
INPUT(unsigned, unsigned int, unsigned int, "%u")
INPUT(unsigned_int, unsigned int, unsigned int, "%u")
INPUT(u32, unsigned int, unsigned int, "%u")
INPUT(U32, unsigned int, unsigned int, "%u")
INPUT(long, long, long, "%ld")
INPUT(ulong, unsigned long, unsigned long, "%lu")
INPUT(unsigned_long, unsigned long, unsigned long, "%lu")
INPUT(sector_t, unsigned long, unsigned long, "%lu")
INPUT(pthread_t, unsigned long, unsigned long, "%lu")
INPUT(longlong, long long, long long, "%lld")
INPUT(loff_t, long long, long long, "%lld")
INPUT(s64, long long, long long, "%lld")
INPUT(ulonglong, unsigned long long, unsigned long long, "%llu")
INPUT(u64, unsigned long long, unsigned long long, "%llu")
INPUT(U64, unsigned long long, unsigned long long, "%llu")
INPUT(size_t, size_t, unsigned int, "%u")
INPUT(float, float, float, "%f")
INPUT(double, double, double, "%lf")
INPUT(pointer, void *, unsigned long, "%lu")
INPUT(pchar, char *, unsigned long, "%lu")
INPUT(charp, char *, unsigned long, "%lu")

WEAK const char *__VERIFIER_nondet_string(void) {
  char *value = malloc(LINE_SIZE + 1);
  scan(next_line(), "%[^\n]", value);
  return value;
}

WEAK void __VERIFIER_nondet_memory(void *memory, size_t size) {
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)memory)[i] = __VERIFIER_nondet_uchar();
}

/* A number of 128 bits, read from decimal digits. If the compiler has no such type, it is returned as four words in
 * memory. */
typedef struct {
  uint32_t word[4]; /* lowest first */
} wide;

static void multiply_add(wide *value, uint32_t digit) {
  uint64_t carry = digit;
  for (int i = 0; i < 4; i++) {
    carry += (uint64_t)value->word[i] * 10;
    value->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static void negate(wide *value) {
  uint64_t carry = 1;
  for (int i = 0; i < 4; i++) {
    carry += (uint32_t)~value->word[i];
    value->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static wide read_wide(void) {
  wide value = {{0}};
  char *line = next_line();
  char *digits = line + (*line == '-' || *line == '+');
  for (char *p = digits; *p != '\0'; p++) {
    if (*p < '0' || *p > '9') {
      shared->malformed = 1;
      refuse();
    }
    multiply_add(&value, (uint32_t)(*p - '0'));
  }
  if (*line == '-')
    negate(&value);
  return value;
}

#ifdef __SIZEOF_INT128__
WEAK unsigned __int128 __VERIFIER_nondet_uint128(void) {
  wide value = read_wide();
  unsigned __int128 result;
  memcpy(&result, &value, sizeof result);
  return result;
}

WEAK __int128 __VERIFIER_nondet_int128(void) { return (__int128)__VERIFIER_nondet_uint128(); }
#else
WEAK wide __VERIFIER_nondet_uint128(void) { return read_wide(); }
WEAK wide __VERIFIER_nondet_int128(void) { return read_wide(); }
#endif

WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    refuse();
}

WEAK void __VERIFIER_error(void) { exit(1); }
WEAK void reach_error(void) { exit(1); }
