/*
 * The input functions for the ways of running a program that are not ours: values come from the bytes given, in order,
 * and are zero behind them. The program's main is renamed to program_main.
 */
#include <stddef.h>
#include <string.h>

int program_main(void);

static const unsigned char *input_bytes;
static size_t input_left;

static void give(const unsigned char *bytes, size_t size) {
  input_bytes = bytes;
  input_left = size;
}

static void take(void *value, size_t size) {
  size_t taken = size < input_left ? size : input_left;
  memset(value, 0, size);
  memcpy(value, input_bytes, taken);
  input_bytes += taken;
  input_left -= taken;
}

#define DEFINE(name, type)                                                                                             \
  type name(void) {                                                                                                    \
    type value;                                                                                                        \
    take(&value, sizeof value);                                                                                        \
    return value;                                                                                                      \
  }

DEFINE(__VERIFIER_nondet_char, char)
DEFINE(__VERIFIER_nondet_uchar, unsigned char)
DEFINE(__VERIFIER_nondet_short, short)
DEFINE(__VERIFIER_nondet_ushort, unsigned short)
DEFINE(__VERIFIER_nondet_int, int)
DEFINE(__VERIFIER_nondet_uint, unsigned)
DEFINE(__VERIFIER_nondet_long, long)
DEFINE(__VERIFIER_nondet_ulong, unsigned long)
