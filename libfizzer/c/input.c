/* The functions that give the program its inputs, which are recorded with their types (report Sec. 3). */
#include "runtime.h"

#include <stddef.h>
#include <string.h>

#if UINTPTR_MAX == UINT32_MAX
#define LONG_UNSIGNED FIZZER_INPUT_TYPE_UINT32
#define LONG_SIGNED FIZZER_INPUT_TYPE_SINT32
#define POINTER FIZZER_INPUT_TYPE_POINTER32
#else
#define LONG_UNSIGNED FIZZER_INPUT_TYPE_UINT64
#define LONG_SIGNED FIZZER_INPUT_TYPE_SINT64
#define POINTER FIZZER_INPUT_TYPE_POINTER64
#endif

/* Longest text that __VERIFIER_nondet_string returns, the closing zero included. */
#define STRING_BYTES 32

/* Takes the next size bytes of the input and records them as one value of the type; returns their address. */
static uint8_t *take(uint32_t type, uint32_t size) {
  struct fizzer_run *run = &__fizzer_run;
  struct fizzer_state *state = &__fizzer_state;
  uint32_t offset = state->input_bytes;
  if (run->limit_input_bytes - offset < size) {
    if (run->states != FIZZER_STATES_NONE) {
      run->result->state = fizzer_globals_hash();
    }
    __fizzer_end(FIZZER_ENDING_LIMIT_INPUT, size);
  }
  uint8_t *bytes = __fizzer_memory.read_bytes + run->result->first_byte + offset;
  for (uint32_t i = 0; i < size; i++) {
    bytes[i] = offset + i < run->input_length ? run->input[offset + i] : run->fill;
  }
  __fizzer_memory.reads[run->result->first_read + run->reads] =
      (struct fizzer_read){.offset = offset, .type = (uint16_t)type, .size = (uint16_t)size};
  run->reads++;
  state->input_bytes = offset + size;
  return bytes;
}

#define DEFINE(name, type, kind)                                                                                       \
  type name(void);                                                                                                     \
  type name(void) {                                                                                                    \
    type value;                                                                                                        \
    memcpy(&value, take(kind, sizeof value), sizeof value);                                                            \
    return value;                                                                                                      \
  }

static bool take_boolean(void) {
  uint8_t *byte = take(FIZZER_INPUT_TYPE_BOOLEAN, 1);
  *byte &= 1;
  return *byte != 0;
}

bool __VERIFIER_nondet_bool(void);
bool __VERIFIER_nondet_bool(void) { return take_boolean(); }
bool __fizzer_input_bool(void);
bool __fizzer_input_bool(void) { return take_boolean(); }

DEFINE(__VERIFIER_nondet_char, int8_t, FIZZER_INPUT_TYPE_SINT8)
DEFINE(__VERIFIER_nondet_uchar, uint8_t, FIZZER_INPUT_TYPE_UINT8)
DEFINE(__VERIFIER_nondet_unsigned_char, uint8_t, FIZZER_INPUT_TYPE_UINT8)
DEFINE(__VERIFIER_nondet_u8, uint8_t, FIZZER_INPUT_TYPE_UINT8)
DEFINE(__VERIFIER_nondet_short, int16_t, FIZZER_INPUT_TYPE_SINT16)
DEFINE(__VERIFIER_nondet_ushort, uint16_t, FIZZER_INPUT_TYPE_UINT16)
DEFINE(__VERIFIER_nondet_unsigned_short, uint16_t, FIZZER_INPUT_TYPE_UINT16)
DEFINE(__VERIFIER_nondet_u16, uint16_t, FIZZER_INPUT_TYPE_UINT16)
DEFINE(__VERIFIER_nondet_int, int32_t, FIZZER_INPUT_TYPE_SINT32)
DEFINE(__VERIFIER_nondet_uint, uint32_t, FIZZER_INPUT_TYPE_UINT32)
DEFINE(__VERIFIER_nondet_unsigned, uint32_t, FIZZER_INPUT_TYPE_UINT32)
DEFINE(__VERIFIER_nondet_unsigned_int, uint32_t, FIZZER_INPUT_TYPE_UINT32)
DEFINE(__VERIFIER_nondet_u32, uint32_t, FIZZER_INPUT_TYPE_UINT32)
DEFINE(__VERIFIER_nondet_U32, uint32_t, FIZZER_INPUT_TYPE_UINT32)
DEFINE(__VERIFIER_nondet_long, long, LONG_SIGNED)
DEFINE(__VERIFIER_nondet_ulong, unsigned long, LONG_UNSIGNED)
DEFINE(__VERIFIER_nondet_unsigned_long, unsigned long, LONG_UNSIGNED)
DEFINE(__VERIFIER_nondet_pthread_t, unsigned long, LONG_UNSIGNED)
DEFINE(__VERIFIER_nondet_sector_t, unsigned long, LONG_UNSIGNED)
DEFINE(__VERIFIER_nondet_longlong, int64_t, FIZZER_INPUT_TYPE_SINT64)
DEFINE(__VERIFIER_nondet_ulonglong, uint64_t, FIZZER_INPUT_TYPE_UINT64)
DEFINE(__VERIFIER_nondet_loff_t, int64_t, FIZZER_INPUT_TYPE_SINT64)
DEFINE(__VERIFIER_nondet_float, float, FIZZER_INPUT_TYPE_FLOAT32)
DEFINE(__VERIFIER_nondet_double, double, FIZZER_INPUT_TYPE_FLOAT64)
DEFINE(__VERIFIER_nondet_pointer, void *, POINTER)
DEFINE(__VERIFIER_nondet_charp, char *, POINTER)
DEFINE(__VERIFIER_nondet_pchar, char *, POINTER)

DEFINE(__fizzer_input_u8, uint8_t, FIZZER_INPUT_TYPE_UINT8)
DEFINE(__fizzer_input_s8, int8_t, FIZZER_INPUT_TYPE_SINT8)
DEFINE(__fizzer_input_u16, uint16_t, FIZZER_INPUT_TYPE_UINT16)
DEFINE(__fizzer_input_s16, int16_t, FIZZER_INPUT_TYPE_SINT16)
DEFINE(__fizzer_input_u32, uint32_t, FIZZER_INPUT_TYPE_UINT32)
DEFINE(__fizzer_input_s32, int32_t, FIZZER_INPUT_TYPE_SINT32)
DEFINE(__fizzer_input_u64, uint64_t, FIZZER_INPUT_TYPE_UINT64)
DEFINE(__fizzer_input_s64, int64_t, FIZZER_INPUT_TYPE_SINT64)
DEFINE(__fizzer_input_float, float, FIZZER_INPUT_TYPE_FLOAT32)
DEFINE(__fizzer_input_double, double, FIZZER_INPUT_TYPE_FLOAT64)
DEFINE(__fizzer_input_pointer, void *, POINTER)

/* Clang has 128-bit integers on 64-bit targets only; on 32-bit ones no program can declare these functions. */
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
DEFINE(__VERIFIER_nondet_int128, int128, FIZZER_INPUT_TYPE_SINT128)
DEFINE(__VERIFIER_nondet_uint128, uint128, FIZZER_INPUT_TYPE_UINT128)
DEFINE(__fizzer_input_s128, int128, FIZZER_INPUT_TYPE_SINT128)
DEFINE(__fizzer_input_u128, uint128, FIZZER_INPUT_TYPE_UINT128)
#endif

/* The validator reads a size_t as an unsigned int, in 64-bit programs too: larger values would never be replayed. */
size_t __VERIFIER_nondet_size_t(void);
size_t __VERIFIER_nondet_size_t(void) { return __fizzer_input_u32(); }

void __VERIFIER_nondet_memory(void *memory, size_t size);
void __VERIFIER_nondet_memory(void *memory, size_t size) {
  uint8_t *bytes = memory;
  for (size_t i = 0; i < size; i++) {
    bytes[i] = *take(FIZZER_INPUT_TYPE_UINT8, 1);
  }
}

/*
 * A text of one line. Bytes are mapped to printable characters, the same for the program and for the test, and never
 * to a leading quote or digit, which a validator would take for a character literal or a number, nor to a blank at
 * either end, which it would remove.
 */
char *__VERIFIER_nondet_string(void);
char *__VERIFIER_nondet_string(void) {
  char *text = fizzer_heap_take(STRING_BYTES);
  if (text == NULL) {
    __fizzer_end(FIZZER_ENDING_LIMIT_MEMORY, 0);
  }
  uint8_t *bytes = take(FIZZER_INPUT_TYPE_STRING, STRING_BYTES - 1);
  for (size_t i = 0; i < STRING_BYTES - 1; i++) {
    if (bytes[i] != 0 && (bytes[i] < ' ' || bytes[i] > '~')) {
      bytes[i] = (uint8_t)(' ' + bytes[i] % ('~' - ' ' + 1));
    }
    text[i] = (char)bytes[i];
  }
  text[STRING_BYTES - 1] = 0;
  if (text[0] == 0 || text[0] == ' ' || text[0] == '\'' || text[0] == '"' || text[0] == '0') {
    bytes[0] = 'a';
    text[0] = 'a';
  }
  size_t end = strlen(text);
  if (text[end - 1] == ' ') { /* something comes behind the blank, if there is room */
    size_t last = end < STRING_BYTES - 1 ? end : end - 1;
    bytes[last] = 'a';
    text[last] = 'a';
    if (last + 1 < STRING_BYTES - 1) {
      bytes[last + 1] = 0;
      text[last + 1] = 0;
    }
  }
  return text;
}
