/* Functions of the C library whose state must not outlive a run, or whose effect a test does not need. */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Exit handlers that a program may register in one run; atexit then fails, as it may in the C library. */
#define EXIT_HANDLERS 256

static void (*handlers[EXIT_HANDLERS])(void);
static size_t handler_count;
static bool random_used;
static uint64_t passed; /* nanoseconds on the program's clocks since the run began */

void fizzer_library_reset(void) {
  handler_count = 0;
  passed = 0;
  if (random_used) {
    srandom(1);
    random_used = false;
  }
}

/* Runs the program's exit handlers, newest first. If one calls exit, the rest still run. */
void fizzer_run_exit_handlers(void) {
  while (handler_count > 0) {
    handlers[--handler_count]();
  }
}

int __fizzer_replace_atexit(void (*handler)(void));
int __fizzer_replace_atexit(void (*handler)(void)) {
  if (handler_count == EXIT_HANDLERS) {
    return -1;
  }
  handlers[handler_count++] = handler;
  return 0;
}

int __fizzer_replace_rand(void);
int __fizzer_replace_rand(void) {
  random_used = true;
  return rand();
}

void __fizzer_replace_srand(unsigned seed);
void __fizzer_replace_srand(unsigned seed) {
  random_used = true;
  srand(seed);
}

long __fizzer_replace_random(void);
long __fizzer_replace_random(void) { return __fizzer_replace_rand(); }

void __fizzer_replace_srandom(unsigned seed);
void __fizzer_replace_srandom(unsigned seed) { __fizzer_replace_srand(seed); }

/*
 * The program's clocks begin at the same moment in each run, so that one input takes one path. Whoever asks moves them
 * on by a millisecond, and waiting costs no time but moves them on as long: a program that waits for a moment comes to
 * it.
 */
#define FIRST_SECOND 1767225600 /* of the calendar: 1 January 2026 */
#define FIRST_MONOTONIC 1000    /* second since the machine started */
#define NANOSECONDS 1000000000u

#define LAST_SECOND 300000000u /* of a run: a clock of 32 bits goes no further */

static void pass(uint64_t seconds, uint64_t nanoseconds) {
  uint64_t after = seconds > LAST_SECOND ? UINT64_MAX : passed + seconds * NANOSECONDS + nanoseconds;
  passed = after < (uint64_t)LAST_SECOND * NANOSECONDS ? after : (uint64_t)LAST_SECOND * NANOSECONDS;
}

static struct timespec now(time_t first) {
  struct timespec time = {.tv_sec = first + (time_t)(passed / NANOSECONDS), .tv_nsec = (long)(passed % NANOSECONDS)};
  pass(0, NANOSECONDS / 1000);
  return time;
}

time_t __fizzer_replace_time(time_t *result);
time_t __fizzer_replace_time(time_t *result) {
  time_t seconds = now(FIRST_SECOND).tv_sec;
  if (result != NULL) {
    *result = seconds;
  }
  return seconds;
}

int __fizzer_replace_gettimeofday(struct timeval *result, void *zone);
int __fizzer_replace_gettimeofday(struct timeval *result, void *zone) {
  struct timespec time = now(FIRST_SECOND);
  if (result != NULL) {
    result->tv_sec = time.tv_sec;
    result->tv_usec = time.tv_nsec / 1000;
  }
  if (zone != NULL) {
    memset(zone, 0, sizeof(struct timezone));
  }
  return 0;
}

int __fizzer_replace_clock_gettime(clockid_t clock, struct timespec *result);
int __fizzer_replace_clock_gettime(clockid_t clock, struct timespec *result) {
  bool calendar = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
  *result = now(calendar ? FIRST_SECOND : FIRST_MONOTONIC);
  return 0;
}

clock_t __fizzer_replace_clock(void);
clock_t __fizzer_replace_clock(void) {
  struct timespec time = now(0);
  return (clock_t)((uint64_t)time.tv_sec * CLOCKS_PER_SEC + (uint64_t)time.tv_nsec / (NANOSECONDS / CLOCKS_PER_SEC));
}

unsigned __fizzer_replace_sleep(unsigned seconds);
unsigned __fizzer_replace_sleep(unsigned seconds) {
  pass(seconds, 0);
  return 0;
}

int __fizzer_replace_usleep(unsigned microseconds);
int __fizzer_replace_usleep(unsigned microseconds) {
  pass(0, (uint64_t)microseconds * 1000);
  return 0;
}

int __fizzer_replace_nanosleep(const struct timespec *wanted, struct timespec *left);
int __fizzer_replace_nanosleep(const struct timespec *wanted, struct timespec *left) {
  (void)left;
  if (wanted == NULL || wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec >= (long)NANOSECONDS) {
    errno = wanted == NULL ? EFAULT : EINVAL;
    return -1;
  }
  pass((uint64_t)wanted->tv_sec, (uint64_t)wanted->tv_nsec);
  return 0;
}

/* Output is formatted, for its length and its effects on memory, and then discarded. */

static bool is_terminal(const FILE *stream) { return stream == stdout || stream == stderr; }

int __fizzer_replace_vprintf(const char *format, va_list arguments);
int __fizzer_replace_vprintf(const char *format, va_list arguments) { return vsnprintf(NULL, 0, format, arguments); }

int __fizzer_replace_printf(const char *format, ...);
int __fizzer_replace_printf(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  return length;
}

int __fizzer_replace_vfprintf(FILE *stream, const char *format, va_list arguments);
int __fizzer_replace_vfprintf(FILE *stream, const char *format, va_list arguments) {
  return is_terminal(stream) ? vsnprintf(NULL, 0, format, arguments) : vfprintf(stream, format, arguments);
}

int __fizzer_replace_fprintf(FILE *stream, const char *format, ...);
int __fizzer_replace_fprintf(FILE *stream, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = __fizzer_replace_vfprintf(stream, format, arguments);
  va_end(arguments);
  return length;
}

int __fizzer_replace_puts(const char *text);
int __fizzer_replace_puts(const char *text) { return (int)(strlen(text) & 0x7ffffffe) + 1; }

int __fizzer_replace_putchar(int character);
int __fizzer_replace_putchar(int character) { return (unsigned char)character; }

int __fizzer_replace_fputc(int character, FILE *stream);
int __fizzer_replace_fputc(int character, FILE *stream) {
  return is_terminal(stream) ? (unsigned char)character : fputc(character, stream);
}

int __fizzer_replace_putc(int character, FILE *stream);
int __fizzer_replace_putc(int character, FILE *stream) { return __fizzer_replace_fputc(character, stream); }

int __fizzer_replace__IO_putc(int character, FILE *stream);
int __fizzer_replace__IO_putc(int character, FILE *stream) { return __fizzer_replace_fputc(character, stream); }

int __fizzer_replace_fputs(const char *text, FILE *stream);
int __fizzer_replace_fputs(const char *text, FILE *stream) {
  return is_terminal(stream) ? __fizzer_replace_puts(text) : fputs(text, stream);
}

size_t __fizzer_replace_fwrite(const void *data, size_t size, size_t count, FILE *stream);
size_t __fizzer_replace_fwrite(const void *data, size_t size, size_t count, FILE *stream) {
  return is_terminal(stream) ? count : fwrite(data, size, count, stream);
}

int __fizzer_replace_fflush(FILE *stream);
int __fizzer_replace_fflush(FILE *stream) { return stream == NULL || is_terminal(stream) ? 0 : fflush(stream); }

void __fizzer_replace_perror(const char *text);
void __fizzer_replace_perror(const char *text) { (void)text; }
