/*
 * The environment of a program that another fuzzer runs: main and the input functions. Standard input has the values one after
 * the other, in their width and the machine's byte order. A program that asks for more ends, as the validator would end it.
 * The program's own main is renamed to program_main. Everything else is weak: definitions of the program win.
 *
 * With -DTRACE each value read is also written to file descriptor 3, one per line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

int program_main(int argc, char **argv);

static unsigned char bytes[1 << 20];
static size_t size, used;

static void take(void *value, size_t wanted) {
  if (wanted > size - used)
    exit(0);
  memcpy(value, bytes + used, wanted);
  used += wanted;
}

#ifdef TRACE
#define NOTE(format, value) dprintf(3, format "\n", value)
#else
#define NOTE(format, value)
#endif

/* Defines the input function name: it returns type, reads a variable of type carrier and writes it by format. */
#define INPUT(name, type, carrier, format)                                                                             \
  WEAK type __VERIFIER_nondet_##name(void) {                                                                           \
    carrier value;                                                                                                     \
    take(&value, sizeof value);                                                                                        \
    NOTE(format, value);                                                                                               \
    return (type)value;                                                                                                \
  }

INPUT(char, char, char, "%hhd")
INPUT(uchar, unsigned char, unsigned char, "%hhu")
INPUT(unsigned_char, unsigned char, unsigned char, "%hhu")
INPUT(u8, unsigned char, unsigned char, "%hhu")
INPUT(short, short, short, "%hd")
INPUT(ushort, unsigned short, unsigned short, "%hu")
INPUT(unsigned_short, unsigned short, unsigned short, "%hu")
INPUT(u16, unsigned short, unsigned short, "%hu")
INPUT(bool, _Bool, unsigned char, "%hhu")
INPUT(int, int, int, "%d")
INPUT(uint, unsigned int, unsigned int, "%u")
INPUT(unsigned, unsigned int, unsigned int, "%u")
INPUT(unsigned_int, unsigned int, unsigned int, "%u")
INPUT(u32, unsigned int, unsigned int, "%u")
INPUT(U32, unsigned int, unsigned int, "%u")
INPUT(long, long, long, "%ld")
INPUT(ulong, unsigned long, unsigned long, "%lu")
INPUT(unsigned_long, unsigned long, unsigned long, "%lu")
INPUT(sector_t, unsigned long, unsigned long, "%lu")
INPUT(pthread_t, unsigned long, unsigned long, "%lu")
INPUT(longlong, long long, long long, "%lld")
INPUT(loff_t, long long, long long, "%lld")
INPUT(ulonglong, unsigned long long, unsigned long long, "%llu")
INPUT(size_t, size_t, unsigned int, "%u")
INPUT(float, float, float, "%.9g")
INPUT(double, double, double, "%.17g")
INPUT(pointer, void *, unsigned long, "%lu")
INPUT(pchar, char *, unsigned long, "%lu")
INPUT(charp, char *, unsigned long, "%lu")

WEAK void __VERIFIER_nondet_memory(void *memory, size_t length) {
  for (size_t i = 0; i < length; i++)
    ((unsigned char *)memory)[i] = __VERIFIER_nondet_uchar();
}

WEAK void __VERIFIER_assume(int condition) {
  if (!condition)
    exit(0);
}

WEAK void __VERIFIER_error(void) { exit(0); }
WEAK void __VERIFIER_atomic_begin(void) {}
WEAK void __VERIFIER_atomic_end(void) {}
WEAK void reach_error(void) {}

int main(int argc, char **argv) {
  for (ssize_t n; (n = read(0, bytes + size, sizeof bytes - size)) > 0;)
    size += (size_t)n;
  return program_main(1, argv);
}
