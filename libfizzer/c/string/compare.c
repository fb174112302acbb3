/*
 * Comparisons of strings and memory, as in the C library in the locale "C". They are linked into the program before it
 * is instrumented, so that each comparison of two characters is a condition. Results are differences of two bytes, as
 * in the C library for 64 bits; in that for 32 bits they have the same sign.
 */
#include <stddef.h>

static int lower(int character) { return character >= 'A' && character <= 'Z' ? character + 'a' - 'A' : character; }

int strcmp(const char *left, const char *right) {
  while (*left == *right && *left != 0) {
    left++;
    right++;
  }
  return (unsigned char)*left - (unsigned char)*right;
}

int strcoll(const char *left, const char *right) {
  while (*left == *right && *left != 0) {
    left++;
    right++;
  }
  return (unsigned char)*left - (unsigned char)*right;
}

int strncmp(const char *left, const char *right, size_t count) {
  for (; count > 0; count--, left++, right++) {
    if (*left != *right) {
      return (unsigned char)*left - (unsigned char)*right;
    }
    if (*left == 0) {
      return 0;
    }
  }
  return 0;
}

int strcasecmp(const char *left, const char *right) {
  for (;; left++, right++) {
    int difference = lower((unsigned char)*left) - lower((unsigned char)*right);
    if (difference != 0 || *left == 0) {
      return difference;
    }
  }
}

int strncasecmp(const char *left, const char *right, size_t count) {
  for (; count > 0; count--, left++, right++) {
    int difference = lower((unsigned char)*left) - lower((unsigned char)*right);
    if (difference != 0 || *left == 0) {
      return difference;
    }
  }
  return 0;
}

static int compare_bytes(const void *left, const void *right, size_t size) {
  const unsigned char *a = left;
  const unsigned char *b = right;
  for (; size > 0; size--, a++, b++) {
    if (*a != *b) {
      return *a - *b;
    }
  }
  return 0;
}

int memcmp(const void *left, const void *right, size_t size) { return compare_bytes(left, right, size); }

int bcmp(const void *left, const void *right, size_t size) { return compare_bytes(left, right, size); }
