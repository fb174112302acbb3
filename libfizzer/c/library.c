/* Functions of the C library whose state must not outlive a run, or whose effect a test does not need. */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Exit handlers that a program may register in one run; atexit then fails, as it may in the C library. */
#define EXIT_HANDLERS 256

/* A handler of atexit or at_quick_exit, or one of on_exit with its argument. */
struct handler {
  void (*plain)(void); /* NULL: it is one of on_exit */
  void (*told)(int, void *);
  void *argument;
};

struct handlers {
  struct handler all[EXIT_HANDLERS];
  size_t count;
};

static struct handlers at_exit, at_quick_exit_only;
static bool random_used;

void fizzer_library_reset(void) {
  at_exit.count = at_quick_exit_only.count = 0;
  if (random_used) {
    srandom(1);
    random_used = false;
  }
}

/* Runs the program's exit handlers, newest first. If one calls exit, the rest still run. */
void fizzer_run_exit_handlers(int status, bool quick) {
  struct handlers *handlers = quick ? &at_quick_exit_only : &at_exit;
  while (handlers->count > 0) {
    struct handler handler = handlers->all[--handlers->count];
    if (handler.plain != NULL) {
      handler.plain();
    } else {
      handler.told(status, handler.argument);
    }
  }
}

static int add_handler(struct handlers *handlers, struct handler handler) {
  if (handlers->count == EXIT_HANDLERS) {
    return -1;
  }
  handlers->all[handlers->count++] = handler;
  return 0;
}

int __fizzer_replace_atexit(void (*handler)(void));
int __fizzer_replace_atexit(void (*handler)(void)) { return add_handler(&at_exit, (struct handler){.plain = handler}); }

int __fizzer_replace_at_quick_exit(void (*handler)(void));
int __fizzer_replace_at_quick_exit(void (*handler)(void)) {
  return add_handler(&at_quick_exit_only, (struct handler){.plain = handler});
}

int __fizzer_replace_on_exit(void (*handler)(int, void *), void *argument);
int __fizzer_replace_on_exit(void (*handler)(int, void *), void *argument) {
  return add_handler(&at_exit, (struct handler){.told = handler, .argument = argument});
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

/* Waiting costs the budget and changes nothing. */
unsigned __fizzer_replace_sleep(unsigned seconds);
unsigned __fizzer_replace_sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}

int __fizzer_replace_usleep(unsigned microseconds);
int __fizzer_replace_usleep(unsigned microseconds) {
  (void)microseconds;
  return 0;
}

int __fizzer_replace_nanosleep(const struct timespec *wanted, struct timespec *left);
int __fizzer_replace_nanosleep(const struct timespec *wanted, struct timespec *left) {
  (void)wanted;
  (void)left;
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
int __fizzer_replace_puts(const char *text) {
  size_t length = strlen(text);
  return length < 0x7fffffff ? (int)length + 1 : 0x7fffffff;
}

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
  if (!is_terminal(stream)) {
    return fputs(text, stream);
  }
  __asm__ volatile("" : : "r"(strlen(text))); // the text is read
  return 1;
}

size_t __fizzer_replace_fwrite(const void *data, size_t size, size_t count, FILE *stream);
size_t __fizzer_replace_fwrite(const void *data, size_t size, size_t count, FILE *stream) {
  if (!is_terminal(stream)) {
    return fwrite(data, size, count, stream);
  }
  return size ? count : 0;
}

int __fizzer_replace_fflush(FILE *stream);
int __fizzer_replace_fflush(FILE *stream) { return stream == NULL || is_terminal(stream) ? 0 : fflush(stream); }

void __fizzer_replace_perror(const char *text);
void __fizzer_replace_perror(const char *text) { (void)text; }
