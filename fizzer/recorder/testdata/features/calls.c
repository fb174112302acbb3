/* Recursion, variable arguments, pointers to functions, functions of the C library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern long long __VERIFIER_nondet_longlong(void);
extern double __VERIFIER_nondet_double(void);
extern void *__VERIFIER_nondet_memory(void *, unsigned long);

static int depth(int n, int v) { return n == 0 ? v : 1 + depth(n - 1, v); }

struct triple {
  int a, b, c;
};

static long long total(int count, ...) {
  va_list list, copy;
  va_start(list, count);
  va_copy(copy, list);
  long long sum = va_arg(copy, int);
  va_end(copy);
  for (int i = 0; i < count; i++) {
    sum += va_arg(list, int);
    sum += va_arg(list, long long);
    sum += (long long)va_arg(list, double);
    struct triple t = va_arg(list, struct triple);
    sum += t.b;
  }
  va_end(list);
  return sum;
}

static int twice(int v) { return 2 * v; }
static int less(int v) { return v - 5; }
static int (*functions[2])(int) = {twice, less};

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static jmp_buf place;
static void jump(int v) {
  if (v > 3) {
    longjmp(place, 1);
  }
}

int main(void) {
  int v = __VERIFIER_nondet_int(), hits = 0;
  hits += depth(20, v) == 55;
  struct triple t = {1, v, 3};
  hits += total(2, v, (long long)v, 2.0, t, v + 1, __VERIFIER_nondet_longlong(), 3.5, t) == 66;
  for (int i = 0; i < 2; i++) {
    hits += functions[i](v) == 8;
  }
  int numbers[5] = {4, v, 2, 9, 1}, others[5], *block = malloc(sizeof numbers);
  memcpy(others, numbers, sizeof others);
  memmove(others + 1, others, 4 * sizeof *others);
  hits += others[2] == 17, hits += others[3] == 2;
  memset(others, __VERIFIER_nondet_char(), sizeof others);
  hits += others[4] == 0x07070707;
  memcpy(block, numbers, sizeof numbers);
  block = realloc(block, 100);
  hits += block[1] == 18;
  qsort(block, 5, sizeof *block, compare);
  hits += block[0] == 0, hits += block[4] == 33;
  free(block);
  char text[16], other[16] = "abcdefgh";
  for (int i = 0; i < 7; i++) {
    text[i] = __VERIFIER_nondet_char();
  }
  text[7] = 0;
  hits += strcmp(text, "fuzzing") == 0, hits += strlen(text) == 3, hits += memcmp(text, other, 3) == 0;
  strcpy(other, text);
  hits += other[2] == 'q', hits += atoi(text) == 12, hits += strchr(text, 'x') != 0;
  char *twin = strdup(text);
  hits += twin[0] == 'z';
  if (setjmp(place) == 0) {
    jump(v);
    hits += v == 2;
  } else {
    hits += v == 4;
  }
  hits += abs(v) == 12, hits += llabs(v) == 13;
  __VERIFIER_nondet_memory(text, 4);
  hits += text[1] == 'k';
  return hits;
}
