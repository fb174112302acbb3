/* A test of {{.Of}}, by fizzer. Expected: {{.Expected}}.
 *
{{- range .Commands}}
 *     {{comment .}}
{{- end}}
 *
 * It runs the program's main in a child process and ends with status 0 if that ends as expected. With -DDIRECT it only
 * runs main, for a debugger. */
#define TEST_NAME {{quoted .Name}}
enum { EXPECTED_STATUS = {{.Status}}, EXPECTED_SIGNAL = {{printf "%d" .Signal}}, EXPECTED_SECONDS = {{.Seconds}} };

/* What the input functions return, in this order. */
static const char *const fizzer_values[] = {
{{- range .Inputs}}
    {{quoted .Value}},{{with .Type}} /* {{comment .}} */{{end}}
{{- end}}
    0,
};
{{- with .Program.Harness}}

{{.Text}}
{{- end}}

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef DIRECT
/* Runs the program in a child process and compares how it ends. */
__attribute__((constructor)) static void fizzer_supervise(void) {
  pid_t child = fork();
  if (child == 0) {
    alarm(EXPECTED_SECONDS);
    return;
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) {
    perror(TEST_NAME);
    _exit(2);
  }
  int got_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  int got_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  if (got_signal == EXPECTED_SIGNAL && got_status == EXPECTED_STATUS)
    _exit(0);
  fprintf(stderr, "%s: the program ended with exit status %d and signal %d; expected are %d and %d (0: none)\n", TEST_NAME,
          got_status, got_signal, EXPECTED_STATUS, EXPECTED_SIGNAL);
  _exit(1);
}
#endif

static size_t fizzer_position;

/* The next value. A program that asks for more than the test has ends. */
static const char *fizzer_next(void) {
  if (fizzer_values[fizzer_position] == NULL)
    exit(1);
  return fizzer_values[fizzer_position++];
}

static unsigned long long fizzer_integer(void) {
  const char *text = fizzer_next();
  if (text[0] == '\'')
    return (unsigned char)text[1];
  int base = text[0] == '0' && text[1] == 'x' ? 16 : 10;
  return text[0] == '-' ? (unsigned long long)strtoll(text, NULL, base) : strtoull(text, NULL, base);
}

/* Weak: a program that defines such a function itself keeps its own. */
#define FIZZER_WEAK __attribute__((weak))
#define FIZZER_INPUT(name, type, value)                                                                                \
  FIZZER_WEAK type __VERIFIER_nondet_##name(void) { return (type)(value); }
#define FIZZER_INTEGER(name, type) FIZZER_INPUT(name, type, fizzer_integer())

FIZZER_INPUT(bool, _Bool, (int)fizzer_integer())
FIZZER_INTEGER(char, char)
FIZZER_INTEGER(uchar, unsigned char)
FIZZER_INTEGER(unsigned_char, unsigned char)
FIZZER_INTEGER(u8, uint8_t)
FIZZER_INTEGER(U8, uint8_t)
FIZZER_INTEGER(s8, int8_t)
FIZZER_INTEGER(short, short)
FIZZER_INTEGER(s16, int16_t)
FIZZER_INTEGER(ushort, unsigned short)
FIZZER_INTEGER(unsigned_short, unsigned short)
FIZZER_INTEGER(u16, uint16_t)
FIZZER_INTEGER(U16, uint16_t)
FIZZER_INTEGER(int, int)
FIZZER_INTEGER(s32, int32_t)
FIZZER_INTEGER(uint, unsigned int)
FIZZER_INTEGER(unsigned, unsigned int)
FIZZER_INTEGER(unsigned_int, unsigned int)
FIZZER_INTEGER(u32, uint32_t)
FIZZER_INTEGER(U32, uint32_t)
FIZZER_INTEGER(long, long)
FIZZER_INTEGER(ulong, unsigned long)
FIZZER_INTEGER(unsigned_long, unsigned long)
FIZZER_INTEGER(sector_t, unsigned long)
FIZZER_INTEGER(pthread_t, unsigned long)
FIZZER_INTEGER(longlong, long long)
FIZZER_INTEGER(loff_t, long long)
FIZZER_INTEGER(s64, int64_t)
FIZZER_INTEGER(ulonglong, unsigned long long)
FIZZER_INTEGER(u64, uint64_t)
FIZZER_INTEGER(U64, uint64_t)
FIZZER_INPUT(size_t, size_t, (unsigned int)fizzer_integer())
FIZZER_INPUT(float, float, strtof(fizzer_next(), NULL))
FIZZER_INPUT(double, double, strtod(fizzer_next(), NULL))
FIZZER_INPUT(pointer, void *, (unsigned long)fizzer_integer())
FIZZER_INPUT(pchar, char *, (unsigned long)fizzer_integer())
FIZZER_INPUT(charp, char *, (unsigned long)fizzer_integer())

#ifdef __SIZEOF_INT128__
static unsigned __int128 fizzer_wide(void) {
  const char *text = fizzer_next();
  unsigned __int128 value = 0;
  for (const char *digit = text + (*text == '-'); *digit >= '0' && *digit <= '9'; digit++)
    value = value * 10 + (unsigned int)(*digit - '0');
  return *text == '-' ? -value : value;
}

FIZZER_INPUT(int128, __int128, fizzer_wide())
FIZZER_INPUT(uint128, unsigned __int128, fizzer_wide())
#endif

FIZZER_WEAK const char *__VERIFIER_nondet_string(void) { return strdup(fizzer_next()); }

FIZZER_WEAK void __VERIFIER_nondet_memory(void *memory, size_t size) {
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)memory)[i] = (unsigned char)fizzer_integer();
}

FIZZER_WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    abort();
}

FIZZER_WEAK void __VERIFIER_error(void) { exit(1); }
FIZZER_WEAK void reach_error(void) { exit(1); }
