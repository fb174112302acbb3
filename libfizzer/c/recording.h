/* What the files that record expressions share among themselves. */
#ifndef FIZZER_RECORDING_H
#define FIZZER_RECORDING_H

#include "runtime.h"
#include "symbolic.h"

#include <string.h>

/* An expression that is found again. */
struct fizzer_known {
  uint32_t number; /* 0: there is none */
  uint32_t tag;    /* a part of its hash, so that others need not be looked at */
};

/* The memory for expressions and its arrays. */
struct FIZZER_PROTECTED fizzer_log {
  struct fizzer_recording *head;
  struct fizzer_expression *expressions;
  struct fizzer_constraint *constraints;
  struct fizzer_table *tables;
  uint8_t *table_bytes;
  uint32_t *table_elements;
  struct fizzer_known *known; /* expressions by their hash */
};
extern struct fizzer_log fizzer_log;

#define POINTER_BITS ((uint32_t)(8 * sizeof(void *)))

/* The operation of that kind on values as wide as pointers. */
#define OF_POINTERS(kind) (FIZZER_EXPRESSION_KIND_##kind | POINTER_BITS << 8)

static inline const struct fizzer_expression *fizzer_expression_of(uint32_t number) {
  return &fizzer_log.expressions[number - 1];
}

static inline uint32_t fizzer_width_of(uint32_t number) { return fizzer_expression_of(number)->width; }

static inline uint64_t fizzer_cut(uint64_t value, uint32_t width) {
  return width >= 64 ? value : value & ((UINT64_C(1) << width) - 1);
}

/* The first bytes at an address, at most 8, as a number. */
static inline uint64_t fizzer_bytes_at(const void *address, size_t size) {
  uint64_t value = 0;
  memcpy(&value, address, size < sizeof value ? size : sizeof value);
  return value;
}

/* symbolic.c: conditions recorded so far; notes that there was no room for something; records a constraint. */
uint32_t fizzer_conditions(void);
void fizzer_lose(void);
void fizzer_constrain(const struct fizzer_constraint *constraint);

/* symbolic.c: the number of an expression that is recorded now or was before, 0 where there is no room: of a constant,
 * of bytes of a value that was read, of an operation whose first operand is a (0 gives 0). */
uint32_t fizzer_constant(uint32_t width, uint64_t low, uint64_t high);
uint32_t fizzer_read_of(uint32_t number, uint32_t byte, uint32_t width, uint64_t value);
uint32_t fizzer_make(uint32_t kind, uint32_t width, uint32_t a, uint32_t b, uint32_t c, uint64_t value);

/* shadow.c: makes bytes concrete; whether none of them can have a shadow; the expression of at most 16, 0: concrete;
 * gives up to 8 the shadow of an expression, which may be 0. */
void fizzer_clear_shadows(uintptr_t address, size_t size);
bool fizzer_is_plain(uintptr_t address, size_t size);
uint32_t fizzer_shadow_of_memory(const void *memory, size_t size);
void fizzer_shade(uintptr_t address, uint32_t e, size_t size);

/* What memory held before a store. */
struct fizzer_overwritten {
  const void *memory;
  uint64_t value;
  uint32_t shadow;
};

/* object.c: constrains an address to what it is; the expression of what a load at an address that depends on the input
 * finds, 0: the address was constrained. */
void fizzer_fix_address(uint32_t pointer, uintptr_t address);
uint32_t fizzer_look_up(uint32_t pointer, const void *memory, size_t size);

/* object.c: after a store of at most 8 bytes at an address that depends on the input, gives each element of a small
 * object, which the store may have met, the shadow of a choice between the stored value and its own. Returns false if
 * that is not possible. */
bool fizzer_store_anywhere(uint32_t pointer, const void *memory, size_t size, uint32_t shadow,
                           const struct fizzer_overwritten *before);

#endif
