/* The input functions of one recorded run: each call returns the value that the run got. Link it with the program:
 * reproduce.sh does. All is weak, so a program that defines a function itself is left its own. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What the run read: the bytes of all values, and the size of each. values.c defines them. */
extern const unsigned char *recorded_bytes(void);
extern const unsigned short *recorded_sizes(void);
extern size_t recorded_values(void);

static size_t value, offset;

/* Copies the next value; behind the last one all are zero. */
static void take(void *target, size_t size) {
  memset(target, 0, size);
  if (value < recorded_values()) {
    size_t recorded = recorded_sizes()[value++];
    memcpy(target, recorded_bytes() + offset, recorded < size ? recorded : size);
    offset += recorded;
  }
}

#define INPUT(name, type)                                                                                              \
  __attribute__((weak)) type __VERIFIER_nondet_##name(void) {                                                          \
    type result;                                                                                                       \
    take(&result, sizeof result);                                                                                      \
    return result;                                                                                                     \
  }

INPUT(bool, _Bool)
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(unsigned_char, unsigned char)
INPUT(u8, uint8_t)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(unsigned_short, unsigned short)
INPUT(u16, uint16_t)
INPUT(int, int)
INPUT(uint, unsigned int)
INPUT(unsigned, unsigned int)
INPUT(unsigned_int, unsigned int)
INPUT(u32, uint32_t)
INPUT(U32, uint32_t)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(unsigned_long, unsigned long)
INPUT(sector_t, unsigned long)
INPUT(pthread_t, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)
INPUT(loff_t, long long)
INPUT(size_t, size_t)
INPUT(float, float)
INPUT(double, double)
INPUT(pointer, void *)
INPUT(pchar, char *)
INPUT(charp, char *)
#ifdef __SIZEOF_INT128__
INPUT(int128, __int128)
INPUT(uint128, unsigned __int128)
#endif

__attribute__((weak)) char *__VERIFIER_nondet_string(void) {
  size_t size = value < recorded_values() ? recorded_sizes()[value] : 0;
  char *text = calloc(size + 1, 1);
  take(text, size);
  return text;
}

__attribute__((weak)) void __VERIFIER_nondet_memory(void *memory, size_t size) {
  for (size_t i = 0; i < size; i++)
    take((unsigned char *)memory + i, 1);
}

__attribute__((weak)) void __VERIFIER_assume(int condition) {
  if (!condition)
    exit(0);
}

__attribute__((weak)) void __VERIFIER_error(void) { abort(); }
__attribute__((weak)) void reach_error(void) { abort(); }
