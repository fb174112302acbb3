/*
 * Compares the functions of c/string, compiled under names that begin with ours_, with those of the C library, on
 * strings of few characters. It prints each difference; the exit status is 1 if there was one.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST = 12, ROUNDS = 20000 };

static uint32_t state = 1;
static int differences;

static uint32_t next(uint32_t below) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static void make(char *text, const char *alphabet) {
  uint32_t length = next(MOST);
  for (uint32_t i = 0; i < length; i++) {
    text[i] = alphabet[next((uint32_t)strlen(alphabet))];
  }
  memset(text + length, 0, MOST + 1 - length);
}

static void complain(const char *what, const char *a, const char *b, long long got, long long want) {
  printf("%s of \"%s\", \"%s\": %lld instead of %lld\n", what, a, b, got, want);
  differences++;
}

static long long sign(long long n) { return (n > 0) - (n < 0); }

static long long offset(const void *place, const void *start) {
  return place == NULL ? -1 : (const char *)place - (const char *)start;
}

#define CHECK(what, got, want)                                                                                         \
  do {                                                                                                                 \
    long long g = (long long)(got), w = (long long)(want);                                                             \
    if (g != w)                                                                                                        \
      complain(what, a, b, g, w);                                                                                      \
  } while (0)

#define ORDER(function, ...)                                                                                           \
  do {                                                                                                                 \
    extern __typeof__(function) ours_##function;                                                                       \
    CHECK(#function, sign(ours_##function(__VA_ARGS__)), sign(function(__VA_ARGS__)));                                 \
  } while (0)

#define NUMBER(function, ...)                                                                                          \
  do {                                                                                                                 \
    extern __typeof__(function) ours_##function;                                                                       \
    CHECK(#function, ours_##function(__VA_ARGS__), function(__VA_ARGS__));                                             \
  } while (0)

#define PLACE(function, start, ...)                                                                                    \
  do {                                                                                                                 \
    extern __typeof__(function) ours_##function;                                                                       \
    CHECK(#function, offset(ours_##function(__VA_ARGS__), start), offset(function(__VA_ARGS__), start));               \
  } while (0)

#define CONVERT(function, ...)                                                                                         \
  do {                                                                                                                 \
    extern __typeof__(function) ours_##function;                                                                       \
    char *ours_end = a, *end = a;                                                                                      \
    errno = 0;                                                                                                         \
    __typeof__(function(a, NULL, ##__VA_ARGS__)) got = ours_##function(a, &ours_end, ##__VA_ARGS__);                   \
    int error = errno;                                                                                                 \
    errno = 0;                                                                                                         \
    __typeof__(got) want = function(a, &end, ##__VA_ARGS__);                                                           \
    CHECK(#function ": equal", got == want || (got != got && want != want), 1);                                        \
    CHECK(#function ": end", ours_end - a, end - a);                                                                   \
    CHECK(#function ": errno", error, errno);                                                                          \
  } while (0)

#define COPY(function, prefix, ...)                                                                                    \
  do {                                                                                                                 \
    extern __typeof__(function) ours_##function;                                                                       \
    char got[4 * MOST], want[4 * MOST];                                                                                \
    memset(got, '#', sizeof got);                                                                                      \
    memset(want, '#', sizeof want);                                                                                    \
    strcpy(got, prefix);                                                                                               \
    strcpy(want, prefix);                                                                                              \
    CHECK(#function ": result", ours_##function(got, __VA_ARGS__) - got, function(want, __VA_ARGS__) - want);          \
    CHECK(#function ": bytes", memcmp(got, want, sizeof got), 0);                                                      \
  } while (0)

static void compare(char *a, char *b, size_t n) {
  ORDER(strcmp, a, b);
  ORDER(strcoll, a, b);
  ORDER(strncmp, a, b, n);
  ORDER(strcasecmp, a, b);
  ORDER(strncasecmp, a, b, n);
  ORDER(memcmp, a, b, n);
  ORDER(bcmp, a, b, bcmp(a, b, n) == 0 ? n : 0);
}

static void search(char *a, char *b, size_t n) {
  NUMBER(strlen, a);
  NUMBER(strnlen, a, n);
  PLACE(strchr, a, a, b[0]);
  PLACE(index, a, a, b[0]);
  PLACE(strchrnul, a, a, b[0]);
  PLACE(strrchr, a, a, b[0]);
  PLACE(rindex, a, a, b[0]);
  PLACE(memchr, a, a, b[0], n);
  PLACE(memrchr, a, a, b[0], n);
  PLACE(rawmemchr, a, a, 0);
  b[next(3)] = 0;
  PLACE(strstr, a, a, b);
  PLACE(strcasestr, a, a, b);
  PLACE(memmem, a, a, n, b, strlen(b));
  NUMBER(strspn, a, b);
  NUMBER(strcspn, a, b);
  PLACE(strpbrk, a, a, b);
}

static void copy(char *a, char *b, size_t n) {
  COPY(strcpy, "", b);
  COPY(stpcpy, "", b);
  COPY(strncpy, "", b, n);
  COPY(stpncpy, "", b, n);
  COPY(strcat, a, b);
  COPY(strncat, a, b, n);
}

#define CUT(call, ours_call)                                                                                           \
  do {                                                                                                                 \
    char first[MOST + 1], second[MOST + 1], *rest, *ours_rest;                                                         \
    memcpy(first, a, sizeof first);                                                                                    \
    memcpy(second, a, sizeof second);                                                                                  \
    char *text = first, *ours_text = second, *word, *ours_word;                                                        \
    (void)rest, (void)ours_rest;                                                                                       \
    do {                                                                                                               \
      word = call;                                                                                                     \
      ours_word = ours_call;                                                                                           \
      CHECK(#call, offset(ours_word, second), offset(word, first));                                                    \
      text = ours_text = NULL;                                                                                         \
    } while (word != NULL && ours_word != NULL);                                                                       \
    CHECK(#call ": bytes", memcmp(first, second, sizeof first), 0);                                                    \
  } while (0)

static void cut(char *a, char *b) {
  extern __typeof__(strtok) ours_strtok;
  extern __typeof__(strtok_r) ours_strtok_r;
  extern __typeof__(strsep) ours_strsep;
  CUT(strtok(text, b), ours_strtok(ours_text, b));
  CUT(strtok_r(text, b, &rest), ours_strtok_r(ours_text, b, &ours_rest));
  char first[MOST + 1], second[MOST + 1];
  memcpy(first, a, sizeof first);
  memcpy(second, a, sizeof second);
  for (char *text = first, *ours_text = second; text != NULL && ours_text != NULL;) {
    CHECK("strsep", offset(ours_strsep(&ours_text, b), second), offset(strsep(&text, b), first));
    CHECK("strsep: rest", offset(ours_text, second), offset(text, first));
  }
}

static void convert(char *a, char *b, int base) {
  CONVERT(strtol, base);
  CONVERT(strtoul, base);
  CONVERT(strtoll, base);
  CONVERT(strtoull, base);
  CONVERT(strtoimax, base);
  CONVERT(strtoumax, base);
  CONVERT(strtod);
  CONVERT(strtof);
  CONVERT(strtold);
  NUMBER(atoi, a);
  NUMBER(atol, a);
  NUMBER(atoll, a);
  extern __typeof__(atof) ours_atof;
  CHECK("atof: equal", ours_atof(a) == atof(a), 1);
}

static void characters(void) {
  const char *a = "", *b = "";
  for (int c = -1; c < 256; c++) {
    NUMBER(isalnum, c);
    NUMBER(isalpha, c);
    NUMBER(isblank, c);
    NUMBER(iscntrl, c);
    NUMBER(isdigit, c);
    NUMBER(isgraph, c);
    NUMBER(islower, c);
    NUMBER(isprint, c);
    NUMBER(ispunct, c);
    NUMBER(isspace, c);
    NUMBER(isupper, c);
    NUMBER(isxdigit, c);
    NUMBER(isascii, c);
    NUMBER(toascii, c);
    NUMBER(tolower, c);
    NUMBER(toupper, c);
  }
}

/* What the C library of this machine may not have. */
static void since_c23(void) {
  const char *a = "", *b = "";
  extern __typeof__(strtol) ours___isoc23_strtol, ours_strtol;
  extern __typeof__(strtoull) ours___isoc23_strtoull;
  char *end, *text = "a0b101";
  CHECK("0b", ours___isoc23_strtol(text + 1, &end, 0), 5);
  CHECK("0b: end", offset(end, text), 6);
  CHECK("0b in base 2", ours___isoc23_strtoull(text + 1, &end, 2), 5);
  CHECK("0b in base 16", ours___isoc23_strtol(text + 1, &end, 16), 0xb101);
  CHECK("0b before C23", ours_strtol(text + 1, &end, 0), 0);
  CHECK("0b before C23: end", offset(end, text), 2);
  CHECK("0b without a digit", ours___isoc23_strtol("0b2", &end, 2), 0);
}

/* Strings without delimiters are not written to. */
static void constants(void) {
  const char *a = "", *b = "";
  extern __typeof__(strsep) ours_strsep;
  extern __typeof__(strtok) ours_strtok;
  char *text = "abc";
  CHECK("strsep of a constant", ours_strsep(&text, ",")[2], 'c');
  CHECK("strsep of a constant: rest", text == NULL, 1);
  CHECK("strtok of a constant", ours_strtok("abc", ",")[0], 'a');
}

int main(void) {
  static const int bases[] = {10, 0, 16, 8, 2, 36, 1};
  char a[MOST + 1], b[MOST + 1];
  characters();
  since_c23();
  constants();
  for (int round = 0; round < ROUNDS && differences < 20; round++) {
    make(a, "aAbB \xe4");
    make(b, "aAbB \xe4");
    compare(a, b, next(MOST));
    copy(a, b, next(MOST));
    search(a, b, next(MOST));
    cut(a, b);
    make(a, "0123456789  -+xXafeE.z\n");
    convert(a, b, bases[next(sizeof bases / sizeof bases[0])]);
    make(a, "9");
    convert(a, b, 36);
  }
  return differences != 0;
}
