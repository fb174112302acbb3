/*
 * Records expressions along one run into a memory that the engine reads. Every run has a process of its own, so
 * nothing is reset between two runs.
 *
 * Records are shared: the same operation on the same operands is not recorded again soon (hash-consing). If there is no
 * room, values become concrete, which is counted.
 */
#define _GNU_SOURCE
#include "recording.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

uint8_t __fizzer_shadowed[FIZZER_LINES];
const void *__fizzer_callee;
uint32_t __fizzer_arguments[FIZZER_ARGUMENTS];
const void *__fizzer_sources[FIZZER_ARGUMENTS];
uint32_t __fizzer_variadic;
uint32_t __fizzer_variadic_end;
uint32_t __fizzer_classes[FIZZER_ARGUMENTS];
const void *__fizzer_returner;
uint32_t __fizzer_results[FIZZER_RESULTS];

/* Exit statuses of a target that does not become ready, as in runtime.c. */
enum { SYMBOLIC_NO_MEMORY = 120, SYMBOLIC_OTHER_LAYOUT = 121 };

#define ARRAY(kind, offset) ((kind *)(void *)((uint8_t *)head + head->offset))

struct fizzer_log fizzer_log;

/* Number of expressions that are found again, a power of two. Each has one slot, which the newest takes: what is
 * recorded a second time after that many others costs room but no harm. A table of all would be touched at a place that
 * is in no cache, for each record. */
#define KNOWN ((size_t)1 << 16)

/* Expressions whose pages are made at once: a fault for each page would cost more than the record. */
#define EXPRESSIONS_AT_ONCE 8192u

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

void fizzer_symbolic_prepare(void) {
  struct stat status;
  if (fstat(FIZZER_RECORDING_FD, &status) != 0) {
    _exit(SYMBOLIC_NO_MEMORY);
  }
  struct fizzer_recording *head = fizzer_map((size_t)status.st_size, FIZZER_RECORDING_FD);
  if (head == NULL) {
    _exit(SYMBOLIC_NO_MEMORY);
  }
  close(FIZZER_RECORDING_FD);
  if (head->magic != FIZZER_RECORDING_MAGIC) {
    _exit(SYMBOLIC_OTHER_LAYOUT);
  }
  fizzer_log.head = head;
  fizzer_log.expressions = ARRAY(struct fizzer_expression, expressions_offset);
  fizzer_log.constraints = ARRAY(struct fizzer_constraint, constraints_offset);
  fizzer_log.tables = ARRAY(struct fizzer_table, tables_offset);
  fizzer_log.table_bytes = ARRAY(uint8_t, table_bytes_offset);
  fizzer_log.table_elements = ARRAY(uint32_t, table_elements_offset);
  fizzer_log.known = fizzer_map(KNOWN * sizeof *fizzer_log.known, -1);
  if (fizzer_log.known == NULL) {
    _exit(SYMBOLIC_NO_MEMORY);
  }
  fizzer_protect(&fizzer_log, sizeof fizzer_log);
}

/* Returns the number of conditions recorded so far. */
uint32_t fizzer_conditions(void) {
  return (uint32_t)(__fizzer_state.next - (__fizzer_memory.conditions + __fizzer_run.result->first_condition));
}

/* Counts that there was no room for something. */
void fizzer_lose(void) {
  struct fizzer_recording *head = fizzer_log.head;
  if (head->lost_full++ == 0) {
    head->complete_conditions = fizzer_conditions();
  }
}

static uint64_t hash_of(const struct fizzer_expression *e) {
  uint64_t head = e->kind | (uint64_t)e->width << 8 | (uint64_t)e->flags << 16 | (uint64_t)e->a << 32;
  uint64_t hash = (head ^ e->value) * FIZZER_MULTIPLIER;
  return (hash ^ (hash >> 32) ^ (e->b | (uint64_t)e->c << 32)) * FIZZER_MULTIPLIER;
}

static bool same(const struct fizzer_expression *e, const struct fizzer_expression *f) {
  return e->kind == f->kind && e->width == f->width && e->flags == f->flags && e->a == f->a && e->b == f->b &&
         e->c == f->c && e->value == f->value;
}

/* Makes the pages of the next expressions. If that fails, they are made one by one when they are touched. */
static void make_pages(void) {
  const struct fizzer_recording *head = fizzer_log.head;
  uint32_t left = head->expression_capacity - head->expression_count;
  uintptr_t from = (uintptr_t)(fizzer_log.expressions + head->expression_count) / FIZZER_PAGE * FIZZER_PAGE;
  uintptr_t to = (uintptr_t)(fizzer_log.expressions + head->expression_count +
                             (left < EXPRESSIONS_AT_ONCE ? left : EXPRESSIONS_AT_ONCE)) /
                 FIZZER_PAGE * FIZZER_PAGE;
  if (to > from) {
    madvise((void *)from, to - from, MADV_POPULATE_WRITE);
  }
}

/* Returns the number of an expression, which is recorded if it is new; 0: there is no room. */
static uint32_t intern(const struct fizzer_expression *e) {
  uint64_t hash = hash_of(e);
  struct fizzer_known *known = &fizzer_log.known[hash >> 32 & (KNOWN - 1)];
  if (known->number != 0 && known->tag == (uint32_t)hash && same(fizzer_expression_of(known->number), e)) {
    return known->number;
  }
  struct fizzer_recording *head = fizzer_log.head;
  if (head->expression_count >= head->expression_capacity) {
    fizzer_lose();
    return 0;
  }
  if (head->expression_count % EXPRESSIONS_AT_ONCE == 0) {
    make_pages();
  }
  fizzer_log.expressions[head->expression_count] = *e;
  *known = (struct fizzer_known){.number = ++head->expression_count, .tag = (uint32_t)hash};
  return head->expression_count;
}

uint32_t fizzer_constant(uint32_t width, uint64_t low, uint64_t high) {
  struct fizzer_expression e = {
      .kind = FIZZER_EXPRESSION_KIND_CONSTANT, .width = (uint8_t)width, .value = fizzer_cut(low, width)};
  if (width > 64) {
    high = fizzer_cut(high, width - 64);
    e.a = (uint32_t)high;
    e.b = (uint32_t)(high >> 32);
  }
  return intern(&e);
}

/* Returns the shadow itself, or a constant for a concrete value. */
static uint32_t operand(uint32_t shadow, uint32_t width, uint64_t low, uint64_t high) {
  return shadow != 0 ? shadow : fizzer_constant(width, low, high);
}

uint32_t fizzer_make(uint32_t kind, uint32_t width, uint32_t a, uint32_t b, uint32_t c, uint64_t value) {
  if (a == 0) {
    return 0;
  }
  struct fizzer_expression e = {
      .kind = (uint8_t)kind, .width = (uint8_t)width, .a = a, .b = b, .c = c, .value = fizzer_cut(value, width)};
  return intern(&e);
}

/* Returns the expression of a value that was read, from one of its bytes on. */
uint32_t fizzer_read_of(uint32_t number, uint32_t byte, uint32_t width, uint64_t value) {
  struct fizzer_expression e = {.kind = FIZZER_EXPRESSION_KIND_READ,
                                .width = (uint8_t)width,
                                .a = number,
                                .b = byte,
                                .value = fizzer_cut(value, width)};
  return intern(&e);
}

uint32_t __fizzer_symbolic_unary(uint32_t operation, uint32_t a, uint64_t value) {
  if (a == 0) {
    return 0;
  }
  struct fizzer_expression e = {.kind = (uint8_t)operation,
                                .width = (uint8_t)(operation >> 8),
                                .flags = (uint16_t)(operation >> 16),
                                .a = a,
                                .value = fizzer_cut(value, operation >> 8 & 0xff)};
  return intern(&e);
}

static bool is_extension(const struct fizzer_expression *e) {
  return e->kind == FIZZER_EXPRESSION_KIND_ZERO_EXTEND || e->kind == FIZZER_EXPRESSION_KIND_SIGN_EXTEND;
}

uint32_t __fizzer_symbolic_extract(uint32_t width, uint32_t a, uint32_t lowest, uint64_t value) {
  while (a != 0) {
    const struct fizzer_expression *e = fizzer_expression_of(a);
    if (lowest == 0 && e->width == width) {
      return a;
    }
    if (e->kind == FIZZER_EXPRESSION_KIND_CONCAT && lowest + width <= fizzer_width_of(e->b)) {
      a = e->b;
    } else if (e->kind == FIZZER_EXPRESSION_KIND_CONCAT && lowest >= fizzer_width_of(e->b)) {
      lowest -= fizzer_width_of(e->b);
      a = e->a;
    } else if (e->kind == FIZZER_EXPRESSION_KIND_EXTRACT) {
      lowest += e->b;
      a = e->a;
    } else if (is_extension(e) && lowest + width <= fizzer_width_of(e->a)) {
      a = e->a;
    } else if (e->kind == FIZZER_EXPRESSION_KIND_READ && lowest % 8 == 0 && width % 8 == 0) {
      return fizzer_read_of(e->a, e->b + lowest / 8, width, value);
    } else {
      return fizzer_make(FIZZER_EXPRESSION_KIND_EXTRACT, width, a, lowest, 0, value);
    }
  }
  return 0;
}

uint32_t __fizzer_symbolic_binary(uint32_t operation, uint32_t a, uint32_t b, uint64_t left, uint64_t left_high,
                                  uint64_t right, uint64_t right_high, uint64_t value) {
  if (a == 0 && b == 0) {
    return 0;
  }
  uint32_t width = fizzer_width_of(a != 0 ? a : b);
  a = operand(a, width, left, left_high);
  b = operand(b, width, right, right_high);
  if (a == 0 || b == 0) {
    return 0;
  }
  struct fizzer_expression e = {.kind = (uint8_t)operation,
                                .width = (uint8_t)(operation >> 8),
                                .flags = (uint16_t)(operation >> 16),
                                .a = a,
                                .b = b,
                                .value = fizzer_cut(value, operation >> 8 & 0xff)};
  return intern(&e);
}

uint32_t __fizzer_symbolic_ternary(uint32_t operation, uint32_t a, uint32_t b, uint32_t c, uint64_t first,
                                   uint64_t second, uint64_t third, uint64_t value) {
  if (a == 0 && b == 0 && c == 0) {
    return 0;
  }
  uint32_t width = operation >> 8;
  a = operand(a, width, first, 0);
  b = operand(b, width, second, 0);
  c = operand(c, width, third, 0);
  return b == 0 || c == 0 ? 0 : fizzer_make(operation & 0xff, width, a, b, c, value);
}

uint32_t __fizzer_symbolic_select(uint32_t width, uint32_t decision, uint32_t a, uint32_t b, bool decided,
                                  uint64_t left, uint64_t left_high, uint64_t right, uint64_t right_high) {
  if (decision == 0) {
    return decided ? a : b;
  }
  if (a == b && (a != 0 || (left == right && left_high == right_high))) {
    return a;
  }
  a = operand(a, width, left, left_high);
  b = operand(b, width, right, right_high);
  return a == 0 || b == 0 ? 0
                          : fizzer_make(FIZZER_EXPRESSION_KIND_SELECT, width, decision, a, b, decided ? left : right);
}

static uint32_t negation(uint32_t a) {
  if (a == 0) {
    return 0;
  }
  const struct fizzer_expression *e = fizzer_expression_of(a);
  return e->kind == FIZZER_EXPRESSION_KIND_NOT ? e->a
                                               : fizzer_make(FIZZER_EXPRESSION_KIND_NOT, 1, a, 0, 0, e->value == 0);
}

#define BOOLEAN(kind) (FIZZER_EXPRESSION_KIND_##kind | 1u << 8)

/* Integer predicates as LLVM numbers them. */
enum { PREDICATE_EQ = 32, PREDICATE_NE, PREDICATE_UGT, PREDICATE_UGE, PREDICATE_ULT, PREDICATE_ULE };
enum { PREDICATE_SGT = PREDICATE_ULE + 1, PREDICATE_SGE, PREDICATE_SLT, PREDICATE_SLE };

uint32_t __fizzer_symbolic_compare(uint32_t predicate, uint32_t a, uint32_t b, uint64_t left, uint64_t left_high,
                                   uint64_t right, uint64_t right_high, bool outcome) {
  uint32_t operation = BOOLEAN(EQUAL);
  switch (predicate) {
  case PREDICATE_NE:
    return negation(__fizzer_symbolic_binary(operation, a, b, left, left_high, right, right_high, !outcome));
  case PREDICATE_UGT:
  case PREDICATE_UGE:
  case PREDICATE_SGT:
  case PREDICATE_SGE: {
    static const uint32_t turned[] = {PREDICATE_ULT, PREDICATE_ULE, 0, 0, PREDICATE_SLT, PREDICATE_SLE};
    return __fizzer_symbolic_compare(turned[predicate - PREDICATE_UGT], b, a, right, right_high, left, left_high,
                                     outcome);
  }
  case PREDICATE_ULT:
    operation = BOOLEAN(LESS_UNSIGNED);
    break;
  case PREDICATE_ULE:
    operation = BOOLEAN(LESS_OR_EQUAL_UNSIGNED);
    break;
  case PREDICATE_SLT:
    operation = BOOLEAN(LESS_SIGNED);
    break;
  case PREDICATE_SLE:
    operation = BOOLEAN(LESS_OR_EQUAL_SIGNED);
    break;
  }
  return __fizzer_symbolic_binary(operation, a, b, left, left_high, right, right_high, outcome);
}

uint32_t __fizzer_symbolic_index(uint32_t base, uint64_t address, uint32_t index, uint32_t index_width, int64_t number,
                                 uint64_t scale) {
  uint64_t offset = (uint64_t)number * scale;
  if (index != 0 && index_width < POINTER_BITS) {
    index = fizzer_make(FIZZER_EXPRESSION_KIND_SIGN_EXTEND, POINTER_BITS, index, 0, 0, (uint64_t)number);
  } else if (index != 0 && index_width > POINTER_BITS) {
    index = __fizzer_symbolic_extract(POINTER_BITS, index, 0, (uint64_t)number);
  }
  if (index != 0 && scale != 1) {
    index = __fizzer_symbolic_binary(OF_POINTERS(MULTIPLY), index, 0, (uint64_t)number, 0, scale, 0, offset);
  }
  if (index == 0 && offset == 0) {
    return base;
  }
  if (base == 0 && fizzer_cut(address, POINTER_BITS) == 0) {
    return index;
  }
  return __fizzer_symbolic_binary(OF_POINTERS(ADD), base, index, address, 0, offset, 0, address + offset);
}

/* Returns a value extended to wide bits, twice its width. */
static uint32_t widen(uint32_t a, uint64_t value, uint32_t width, uint32_t wide, bool is_signed) {
  uint64_t low = value, high = 0;
  if (is_signed && (value >> (width - 1) & 1) != 0) {
    low |= ~fizzer_cut(UINT64_MAX, width);
    high = UINT64_MAX;
  }
  if (a == 0) {
    return fizzer_constant(wide, low, high);
  }
  return fizzer_make(is_signed ? FIZZER_EXPRESSION_KIND_SIGN_EXTEND : FIZZER_EXPRESSION_KIND_ZERO_EXTEND, wide, a, 0, 0,
                     low);
}

uint32_t __fizzer_symbolic_overflow(uint32_t operation, uint32_t a, uint32_t b, uint64_t left, uint64_t right,
                                    bool overflows) {
  uint32_t kind = operation & 0xff, width = operation >> 8 & 0xff;
  bool is_signed = operation >> 16 != 0;
  if ((a == 0 && b == 0) || width > 64) {
    return 0;
  }
  uint32_t wide = 2 * width;
  uint32_t x = widen(a, left, width, wide, is_signed), y = widen(b, right, width, wide, is_signed);
  if (x == 0 || y == 0) {
    return 0;
  }
  uint64_t left_wide = fizzer_expression_of(x)->value, right_wide = fizzer_expression_of(y)->value, value;
  switch (kind) {
  case FIZZER_EXPRESSION_KIND_ADD:
    value = left_wide + right_wide;
    break;
  case FIZZER_EXPRESSION_KIND_SUBTRACT:
    value = left_wide - right_wide;
    break;
  default:
    value = left_wide * right_wide;
  }
  uint32_t exact = fizzer_make(kind, wide, x, y, 0, value);
  uint32_t narrow = __fizzer_symbolic_extract(width, exact, 0, value);
  uint32_t back = 0;
  if (narrow != 0) {
    uint64_t extended = fizzer_cut(value, width);
    if (is_signed && (extended >> (width - 1) & 1) != 0) {
      extended |= ~fizzer_cut(UINT64_MAX, width);
    }
    back = fizzer_make(is_signed ? FIZZER_EXPRESSION_KIND_SIGN_EXTEND : FIZZER_EXPRESSION_KIND_ZERO_EXTEND, wide,
                       narrow, 0, 0, extended);
  }
  return back == 0 ? 0 : negation(fizzer_make(FIZZER_EXPRESSION_KIND_EQUAL, 1, exact, back, 0, !overflows));
}

void fizzer_constrain(const struct fizzer_constraint *c) {
  struct fizzer_recording *head = fizzer_log.head;
  if (head->constraint_count >= head->constraint_capacity) {
    fizzer_lose();
    return;
  }
  fizzer_log.constraints[head->constraint_count++] = *c;
}

void __fizzer_symbolic_condition(uint32_t location, bool merged, uint32_t outcome, bool taken, uint32_t left,
                                 uint32_t right, uint64_t value) {
  if (outcome == 0) {
    return;
  }
  fizzer_constrain(&(struct fizzer_constraint){
      .kind = merged ? FIZZER_CONSTRAINT_KIND_MERGED : FIZZER_CONSTRAINT_KIND_CONDITION,
      .condition = fizzer_conditions() - 1,
      .left = left,
      .right = right,
      .outcome = outcome,
      .taken = taken,
      .location = location,
      .value = value,
  });
}

void __fizzer_symbolic_guarded(uint32_t location, uint32_t guard, bool guarded, uint32_t outcome, bool taken,
                               uint32_t left, uint32_t right, uint64_t value) {
  if (outcome == 0 || (guard == 0 && !guarded)) {
    return;
  }
  fizzer_constrain(&(struct fizzer_constraint){
      .kind = FIZZER_CONSTRAINT_KIND_MERGED,
      .condition = fizzer_conditions() - guarded,
      .left = left,
      .right = right,
      .outcome = outcome,
      .taken = taken,
      .guard = guard,
      .location = location,
      .value = value,
  });
}

void __fizzer_symbolic_branch(uint32_t outcome, bool taken) {
  if (outcome != 0) {
    fizzer_constrain(&(struct fizzer_constraint){
        .kind = FIZZER_CONSTRAINT_KIND_BRANCH, .condition = fizzer_conditions(), .outcome = outcome, .taken = taken});
  }
}

void __fizzer_symbolic_size(uint32_t shadow, uint64_t value) {
  if (shadow != 0) {
    fizzer_constrain(&(struct fizzer_constraint){
        .kind = FIZZER_CONSTRAINT_KIND_SIZE, .condition = fizzer_conditions(), .left = shadow, .value = value});
  }
}

void __fizzer_symbolic_external(void) { fizzer_log.head->lost_external++; }

void __fizzer_symbolic_foreign(void) {
  if (__fizzer_run.reads > 0) {
    fizzer_log.head->foreign++;
  }
}

void __fizzer_symbolic_unmodelled(void) { fizzer_log.head->lost_unmodelled++; }

/* Returns the expression of the value read last: narrower if the program takes a Boolean, wider if it takes a
 * size_t. */
uint32_t __fizzer_symbolic_read(uint32_t width) {
  const struct fizzer_run *run = &__fizzer_run;
  uint32_t number = run->reads - 1;
  const struct fizzer_read *last = &__fizzer_memory.reads[run->result->first_read + number];
  uint64_t value = fizzer_bytes_at(__fizzer_memory.read_bytes + run->result->first_byte + last->offset, last->size);
  uint32_t e = fizzer_read_of(number, 0, 8u * last->size, value);
  if (e != 0 &&
      width > 8u * last->size) { /* the declaration differs from the function: gcc's build may extend the sign */
    fizzer_log.head->foreign++;
    return fizzer_make(FIZZER_EXPRESSION_KIND_ZERO_EXTEND, width, e, 0, 0, value);
  }
  return __fizzer_symbolic_extract(width, e, 0, value);
}
