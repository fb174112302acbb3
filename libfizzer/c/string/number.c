/* Conversions of strings to numbers. See compare.c. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The C library's conversions, under names that the program cannot replace. */
double __strtod_internal(const char *text, char **end, int grouping);
float __strtof_internal(const char *text, char **end, int grouping);
long double __strtold_internal(const char *text, char **end, int grouping);

/* An integer at the start of a string, as read. */
struct integer {
  uint64_t magnitude;
  bool negative;
  bool overflow; /* the magnitude has more than 64 bits */
};

static const char *skip_space(const char *text) {
  while (*text == ' ' || (*text >= '\t' && *text <= '\r')) {
    text++;
  }
  return text;
}

/* The value of a digit in any base up to 36; a larger value for other characters. */
static int digit(char character) {
  if (character >= '0' && character <= '9') {
    return character - '0';
  }
  if (character >= 'a' && character <= 'z') {
    return character - 'a' + 10;
  }
  if (character >= 'A' && character <= 'Z') {
    return character - 'A' + 10;
  }
  return INT_MAX;
}

/* Whether a number begins with 0x or 0b, say, and a digit follows. */
static bool has_prefix(const char *text, char letter, int base) {
  return text[0] == '0' && (text[1] == letter || text[1] == letter + 'A' - 'a') && digit(text[2]) < base;
}

static void add_digit(struct integer *number, int base, int value) {
  uint64_t magnitude;
  if (__builtin_mul_overflow(number->magnitude, (uint64_t)base, &magnitude) ||
      __builtin_add_overflow(magnitude, (uint64_t)value, &magnitude)) {
    number->overflow = true;
    magnitude = UINT64_MAX;
  }
  number->magnitude = magnitude;
}

/* Reads the digits; returns the place behind them, or their start if there are none. */
static const char *read_digits(const char *text, int base, struct integer *number) {
  for (int value; (value = digit(*text)) < base; text++) {
    add_digit(number, base, value);
  }
  return text;
}

/* binary: 0b begins a number of base 2, as since C23. */
static struct integer parse_with(const char *text, char **end, int base, bool binary) {
  struct integer number = {0, false, false};
  const char *behind = text;
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return number;
  }
  const char *start = skip_space(text);
  if (*start == '-' || *start == '+') {
    number.negative = *start == '-';
    start++;
  }
  if ((base == 0 || base == 16) && has_prefix(start, 'x', 16)) {
    base = 16;
    start += 2;
  } else if (binary && (base == 0 || base == 2) && has_prefix(start, 'b', 2)) {
    base = 2;
    start += 2;
  } else if (base == 0) {
    base = *start == '0' ? 8 : 10;
  }
  behind = read_digits(start, base, &number);
  if (end != NULL) {
    *end = (char *)(behind == start ? text : behind);
  }
  return number;
}

static struct integer parse(const char *text, char **end, int base) { return parse_with(text, end, base, false); }

static struct integer parse23(const char *text, char **end, int base) { return parse_with(text, end, base, true); }

/* The number, limited to the signed range from -max - 1 to max. */
static int64_t limit_signed(struct integer number, uint64_t max) {
  uint64_t limit = number.negative ? max + 1 : max;
  if (number.magnitude > limit || number.overflow) {
    errno = ERANGE;
    number.magnitude = limit;
  }
  return (int64_t)(number.negative ? -number.magnitude : number.magnitude);
}

/* The number, limited to the unsigned range from 0 to max; a negative number is taken modulo max + 1. */
static uint64_t limit_unsigned(struct integer number, uint64_t max) {
  if (number.magnitude > max || number.overflow) {
    errno = ERANGE;
    return max;
  }
  return (number.negative ? -number.magnitude : number.magnitude) & max;
}

long strtol(const char *text, char **end, int base) { return (long)limit_signed(parse(text, end, base), LONG_MAX); }

long __isoc23_strtol(const char *text, char **end, int base) {
  return (long)limit_signed(parse23(text, end, base), LONG_MAX);
}

unsigned long strtoul(const char *text, char **end, int base) {
  return (unsigned long)limit_unsigned(parse(text, end, base), ULONG_MAX);
}

unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
  return (unsigned long)limit_unsigned(parse23(text, end, base), ULONG_MAX);
}

long long strtoll(const char *text, char **end, int base) { return limit_signed(parse(text, end, base), LLONG_MAX); }

long long __isoc23_strtoll(const char *text, char **end, int base) {
  return limit_signed(parse23(text, end, base), LLONG_MAX);
}

unsigned long long strtoull(const char *text, char **end, int base) {
  return limit_unsigned(parse(text, end, base), ULLONG_MAX);
}

unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return limit_unsigned(parse23(text, end, base), ULLONG_MAX);
}

intmax_t strtoimax(const char *text, char **end, int base) { return limit_signed(parse(text, end, base), INTMAX_MAX); }

intmax_t __isoc23_strtoimax(const char *text, char **end, int base) {
  return limit_signed(parse23(text, end, base), INTMAX_MAX);
}

uintmax_t strtoumax(const char *text, char **end, int base) {
  return limit_unsigned(parse(text, end, base), UINTMAX_MAX);
}

uintmax_t __isoc23_strtoumax(const char *text, char **end, int base) {
  return limit_unsigned(parse23(text, end, base), UINTMAX_MAX);
}

int atoi(const char *text) { return (int)limit_signed(parse(text, NULL, 10), LONG_MAX); }

long atol(const char *text) { return (long)limit_signed(parse(text, NULL, 10), LONG_MAX); }

long long atoll(const char *text) { return limit_signed(parse(text, NULL, 10), LLONG_MAX); }

static const char *skip_digits(const char *text) {
  while (*text >= '0' && *text <= '9') {
    text++;
  }
  return text;
}

/*
 * Scans a decimal number as a conversion does, so that comparisons of its characters become conditions. The C library
 * computes the number itself, because it rounds correctly.
 */
static void look_at_decimal(const char *text) {
  text = skip_space(text);
  if (*text == '-' || *text == '+') {
    text++;
  }
  text = skip_digits(text);
  if (*text == '.') {
    text = skip_digits(text + 1);
  }
  if (*text == 'e' || *text == 'E') {
    text++;
    if (*text == '-' || *text == '+') {
      text++;
    }
    skip_digits(text);
  }
}

double strtod(const char *text, char **end) {
  look_at_decimal(text);
  return __strtod_internal(text, end, 0);
}

float strtof(const char *text, char **end) {
  look_at_decimal(text);
  return __strtof_internal(text, end, 0);
}

long double strtold(const char *text, char **end) {
  look_at_decimal(text);
  return __strtold_internal(text, end, 0);
}

double atof(const char *text) {
  look_at_decimal(text);
  return __strtod_internal(text, NULL, 0);
}
