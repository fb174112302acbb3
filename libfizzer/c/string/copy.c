/* Copies of strings, whose lengths thus become conditions. Copies of memory stay in the C library. See compare.c. */
#include <stddef.h>

/* Copies the string with its closing zero; returns the address of that zero. */
static char *copy(char *to, const char *from) {
  while ((*to = *from) != 0) {
    to++;
    from++;
  }
  return to;
}

static char *end_of(char *text) {
  while (*text != 0) {
    text++;
  }
  return text;
}

char *strcpy(char *to, const char *from) {
  copy(to, from);
  return to;
}

char *stpcpy(char *to, const char *from) { return copy(to, from); }

/* Copies at most count characters and pads with zeros; returns the address of the first zero, or the end. */
static char *copy_some(char *to, const char *from, size_t count) {
  for (; count > 0 && *from != 0; count--) {
    *to++ = *from++;
  }
  for (size_t i = 0; i < count; i++) {
    to[i] = 0;
  }
  return to;
}

char *strncpy(char *to, const char *from, size_t count) {
  copy_some(to, from, count);
  return to;
}

char *stpncpy(char *to, const char *from, size_t count) { return copy_some(to, from, count); }

char *strcat(char *to, const char *from) {
  copy(end_of(to), from);
  return to;
}

char *strncat(char *to, const char *from, size_t count) {
  char *end = end_of(to);
  for (; count > 0 && *from != 0; count--) {
    *end++ = *from++;
  }
  *end = 0;
  return to;
}
