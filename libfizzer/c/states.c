/* The state of the program where it asks for more input than there is: a hash of its variables, and of its stack. */
#include "runtime.h"

#include <string.h>

/* Bytes of stack that are looked at; with more the state is not known. */
#define MOST_STACK ((size_t)64 << 10)

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * FIZZER_MULTIPLIER;
  return hash ^ (hash >> 32);
}

uint64_t fizzer_hash(const void *start, size_t size) {
  const uint8_t *from = start;
  uint64_t hash = size;
  for (; size >= sizeof(uint64_t); from += sizeof(uint64_t), size -= sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, from, sizeof word);
    hash = mix(hash, word);
  }
  uint64_t rest = 0;
  memcpy(&rest, from, size);
  return mix(hash, rest);
}

/* The program's stack is what lies between call_main and the input function. The registers that these save hold
 * variables of the program, too. */
__attribute__((noinline)) uint64_t fizzer_state_now(uint32_t states, const void *stack) {
  uint64_t hash = fizzer_globals_hash();
  if (hash == 0 || states == FIZZER_STATES_VARIABLES) {
    return hash;
  }
  const uint8_t *end = __fizzer_run.stack;
  size_t size = (size_t)(end - (const uint8_t *)stack);
  return size > MOST_STACK ? 0 : mix(hash, fizzer_hash(stack, size)) | 1;
}
