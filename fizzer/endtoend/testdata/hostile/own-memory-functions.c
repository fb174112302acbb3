/*
 * tries: to write a file whenever somebody copies or compares, before the sandbox stands
 * sees: file
 * alone: seen
 */
#include "prelude.h"
static void touch(void) { raw(SYS_open, OUTSIDE "/made", O_CREAT | O_WRONLY, 0666); }

void *memcpy(void *to, const void *from, size_t length) {
  touch();
  for (size_t i = 0; i < length; i++) {
    ((volatile char *)to)[i] = ((const char *)from)[i];
  }
  return to;
}

void *memset(void *to, int value, size_t length) {
  touch();
  for (size_t i = 0; i < length; i++) {
    ((volatile char *)to)[i] = (char)value;
  }
  return to;
}

static void attempt(void) {
  char a[64], b[64];
  memset(a, 1, sizeof a);
  memcpy(b, a, sizeof b);
}

int main(void) {
  attempt();
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  return 0;
}
