/*
 * Knows the program's objects, so that an address which depends on the input has bounds, and makes tables of the
 * contents of small objects: a load from anywhere in a table is an expression over the index.
 */
#define _GNU_SOURCE
#include "recording.h"

#include <stdlib.h>
#include <string.h>

struct range {
  uintptr_t start, end; /* end: one behind the last byte */
};

/* Objects of one kind, sorted by their start. */
struct ranges {
  struct range *all;
  size_t count, capacity;
};

#define MOST_RANGES ((size_t)1 << 20)

static struct ranges variables, blocks, locals; /* locals: the newest, at the lowest address, is last */

/* Makes room for one more range; returns false if there is none. */
static bool make_room(struct ranges *r) {
  if (r->all == NULL) {
    r->all = fizzer_map(MOST_RANGES * sizeof *r->all, -1);
    r->capacity = r->all == NULL ? 0 : MOST_RANGES;
  }
  return r->count < r->capacity;
}

static int by_start(const void *a, const void *b) {
  const struct range *left = a, *right = b;
  return (left->start > right->start) - (left->start < right->start);
}

void __fizzer_symbolic_objects(const void *const *starts, const size_t *sizes, uint32_t count) {
  for (uint32_t i = 0; i < count && make_room(&variables); i++) {
    uintptr_t start = (uintptr_t)starts[i];
    variables.all[variables.count++] = (struct range){.start = start, .end = start + sizes[i]};
  }
  if (variables.count > 0) {
    qsort(variables.all, variables.count, sizeof *variables.all, by_start);
  }
}

/* Blocks are allocated at growing addresses. If a block lies before others, those have been freed. */
static void note_block(void *block, size_t size) {
  uintptr_t start = (uintptr_t)block;
  while (blocks.count > 0 && blocks.all[blocks.count - 1].start >= start) {
    blocks.count--;
  }
  if (make_room(&blocks)) {
    blocks.all[blocks.count++] = (struct range){.start = start, .end = start + size};
  }
}

void __fizzer_symbolic_allocated(void *block, size_t size) {
  if (block != NULL) {
    fizzer_clear_shadows((uintptr_t)block, size);
    note_block(block, size);
  }
}

void __fizzer_symbolic_copied_text(void *block, const void *text) {
  if (block != NULL) {
    size_t size = strlen(block) + 1;
    __fizzer_symbolic_allocated(block, size);
    __fizzer_symbolic_copy(block, text, size);
  }
}

/* The stack grows down: variables below the present frame belong to calls that have returned, and so do variables
 * that a new one overlaps. */
void __fizzer_symbolic_local(void *memory, size_t size) {
  uintptr_t start = (uintptr_t)memory, frame = (uintptr_t)__builtin_frame_address(0);
  while (locals.count > 0 && locals.all[locals.count - 1].start < frame) {
    locals.count--;
  }
  if (!make_room(&locals)) {
    return;
  }
  size_t place = locals.count;
  while (place > 0 && locals.all[place - 1].start < start + size) {
    place--;
  }
  size_t end = place;
  while (end < locals.count && locals.all[end].end > start) {
    end++;
  }
  memmove(locals.all + place + 1, locals.all + end, (locals.count - end) * sizeof *locals.all);
  locals.count = locals.count - (end - place) + 1;
  locals.all[place] = (struct range){.start = start, .end = start + size};
}

/* Returns the range that holds an address, in ranges sorted up or down; NULL: none. */
static const struct range *search(const struct ranges *r, uintptr_t address, bool up) {
  size_t low = 0, high = r->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (up ? r->all[middle].end <= address : r->all[middle].start > address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const struct range *found = &r->all[low];
  return low < r->count && found->start <= address && address < found->end ? found : NULL;
}

/* Returns the size of a block, but not more than most; most if the block is not known: the C library allocated it. */
static size_t size_of_block(uintptr_t start, size_t most) {
  const struct range *found = search(&blocks, start, true);
  size_t size = found == NULL || found->start != start ? most : found->end - found->start;
  return size < most ? size : most;
}

/* Bytes behind the old block, or cut off from it, are not the program's any more: what is there later has no shadow. */
void __fizzer_symbolic_reallocated(void *block, const void *before, size_t size) {
  uintptr_t start = (uintptr_t)block;
  if (block == NULL) {
    return;
  }
  size_t old = size_of_block((uintptr_t)before, SIZE_MAX), kept = size_of_block((uintptr_t)before, size);
  if (block != before) {
    __fizzer_symbolic_allocated(block, size);
    if (before != NULL) {
      __fizzer_symbolic_copy(block, before, kept);
    }
    return;
  }
  if (old != SIZE_MAX) {
    fizzer_clear_shadows(start + kept, (old > size ? old : size) - kept);
  }
  note_block(block, size);
}

/* Returns the object that holds an address; empty if none is known. */
static struct range object_of(uintptr_t address) {
  const struct range *found = search(&variables, address, true);
  if (found == NULL) {
    found = search(&blocks, address, true);
  }
  if (found == NULL) {
    found = search(&locals, address, false);
  }
  return found == NULL ? (struct range){0, 0} : *found;
}

void fizzer_fix_address(uint32_t pointer, uintptr_t address) {
  struct range object = object_of(address);
  fizzer_constrain(&(struct fizzer_constraint){.kind = FIZZER_CONSTRAINT_KIND_ADDRESS,
                                               .condition = fizzer_conditions(),
                                               .left = pointer,
                                               .value = address,
                                               .low = object.start,
                                               .high = object.end});
}

void __fizzer_symbolic_address(uint32_t shadow, uint64_t value) {
  if (shadow != 0) {
    fizzer_fix_address(shadow, (uintptr_t)value);
  }
}

#define MOST_ELEMENTS 4096u

/* Maximum of open operands of sums when looking for a number that divides an address. */
#define MOST_STEPS 64

static uint64_t common_divisor(uint64_t a, uint64_t b) {
  while (b != 0) {
    uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static bool is_constant(uint32_t number) {
  return fizzer_expression_of(number)->kind == FIZZER_EXPRESSION_KIND_CONSTANT;
}

/* Returns a number of which an expression is a multiple whatever the input, ignoring constant parts of sums. */
static uint64_t step_of(uint32_t pointer) {
  uint32_t left[MOST_STEPS], count = 1;
  uint64_t step = 0;
  left[0] = pointer;
  while (count > 0) {
    uint32_t number = left[--count];
    const struct fizzer_expression *e = fizzer_expression_of(number);
    if (e->kind == FIZZER_EXPRESSION_KIND_CONSTANT) {
      continue;
    }
    if ((e->kind == FIZZER_EXPRESSION_KIND_ADD || e->kind == FIZZER_EXPRESSION_KIND_SUBTRACT) &&
        count + 2 <= MOST_STEPS) {
      left[count++] = e->a;
      left[count++] = e->b;
    } else if (e->kind == FIZZER_EXPRESSION_KIND_MULTIPLY && is_constant(e->b)) {
      step = common_divisor(step, fizzer_expression_of(e->b)->value);
    } else if (e->kind == FIZZER_EXPRESSION_KIND_SHIFT_LEFT && is_constant(e->b) &&
               fizzer_expression_of(e->b)->value < 32) {
      step = common_divisor(step, UINT64_C(1) << fizzer_expression_of(e->b)->value);
    } else {
      return 1;
    }
  }
  return step == 0 ? 1 : step;
}

/* Records the expressions of a table's elements if any element has one; returns false if there is no room. */
static bool note_elements(struct fizzer_table *table, uintptr_t first, uint64_t step) {
  struct fizzer_recording *head = fizzer_log.head;
  uint32_t width = 8u * table->element_bytes;
  bool any = false;
  table->first_expression = UINT32_MAX;
  if (fizzer_is_plain(first, (size_t)((table->count - 1) * step + table->element_bytes))) {
    return true;
  }
  if (head->table_element_capacity - head->table_element_count < table->count) {
    fizzer_lose();
    return false;
  }
  uint32_t *elements = fizzer_log.table_elements + head->table_element_count;
  for (uint32_t i = 0; i < table->count; i++) {
    elements[i] = fizzer_shadow_of_memory((const void *)(first + (uintptr_t)(i * step)), table->element_bytes);
    any = any || (elements[i] != 0 && fizzer_width_of(elements[i]) == width);
  }
  if (any) {
    table->first_expression = head->table_element_count;
    head->table_element_count += table->count;
  }
  return true;
}

/* Returns whether two tables have the same content. */
static bool same_table(const struct fizzer_table *a, const struct fizzer_table *b) {
  const uint8_t *bytes = fizzer_log.table_bytes;
  const uint32_t *elements = fizzer_log.table_elements;
  if (a->count != b->count || a->element_bytes != b->element_bytes ||
      memcmp(bytes + a->offset, bytes + b->offset, (size_t)a->count * a->element_bytes) != 0) {
    return false;
  }
  if (a->first_expression == UINT32_MAX || b->first_expression == UINT32_MAX) {
    return a->first_expression == b->first_expression;
  }
  return memcmp(elements + a->first_expression, elements + b->first_expression, a->count * sizeof *elements) == 0;
}

/* The tables made last, one for each hash of their address. */
#define RECENT_TABLES 256
static struct {
  uintptr_t first;
  uint32_t number; /* + 1 */
} recent[RECENT_TABLES];

/* Records a table of the elements of an object; returns its number + 1, or 0 if there is no room. */
static uint32_t record_table(uintptr_t first, uint64_t step, uint32_t count, size_t size) {
  struct fizzer_recording *head = fizzer_log.head;
  uint32_t bytes = count * (uint32_t)size;
  if (head->table_count == head->table_capacity || head->table_byte_capacity - head->table_byte_count < bytes) {
    fizzer_lose();
    return 0;
  }
  struct fizzer_table table = {.offset = head->table_byte_count, .count = count, .element_bytes = (uint16_t)size};
  uint8_t *to = fizzer_log.table_bytes + table.offset;
  for (uint32_t i = 0; i < count; i++) {
    memcpy(to + i * size, (const void *)(first + (uintptr_t)(i * step)), size);
  }
  uint32_t elements = head->table_element_count;
  if (!note_elements(&table, first, step)) {
    return 0;
  }
  size_t place = (size_t)(first * FIZZER_MULTIPLIER >> 32) % RECENT_TABLES;
  if (recent[place].number != 0 && recent[place].first == first &&
      same_table(&fizzer_log.tables[recent[place].number - 1], &table)) {
    head->table_element_count = elements;
    return recent[place].number;
  }
  head->table_byte_count += bytes;
  fizzer_log.tables[head->table_count] = table;
  recent[place].first = first;
  recent[place].number = ++head->table_count;
  return head->table_count;
}

/* Returns the expression of the index of the element at an address. */
static uint32_t index_of(uint32_t pointer, uintptr_t address, uintptr_t first, uint64_t step) {
  uint64_t offset = address - first;
  uint32_t e = __fizzer_symbolic_binary(OF_POINTERS(SUBTRACT), pointer, 0, address, 0, first, 0, offset);
  if (e != 0 && step != 1) {
    e = __fizzer_symbolic_binary(OF_POINTERS(DIVIDE_UNSIGNED), e, 0, offset, 0, step, 0, offset / step);
  }
  return e;
}

/* The places in an object where a pointer may point. */
struct elements {
  uintptr_t first; /* address of the first one */
  uint64_t step;   /* bytes from one to the next */
  uint32_t count;  /* 0: they are not known, or too many */
};

/* Finds the places for an access of size bytes at an address, at most that many. */
static struct elements elements_of(uint32_t pointer, uintptr_t address, size_t size, uint32_t most) {
  struct range object = object_of(address);
  uint64_t step = step_of(pointer);
  uintptr_t bytes = object.end - object.start;
  if (object.end < address + size || size > 8 || step > bytes || bytes / step > most) {
    return (struct elements){0, 0, 0};
  }
  uintptr_t first = object.start + (uintptr_t)((address - object.start) % step);
  return (struct elements){.first = first, .step = step, .count = (uint32_t)((object.end - size - first) / step + 1)};
}

/* Constrains a pointer to these places. */
static void constrain_to(const struct elements *all, uint32_t pointer, uintptr_t address) {
  fizzer_constrain(&(struct fizzer_constraint){.kind = FIZZER_CONSTRAINT_KIND_RANGE,
                                               .condition = fizzer_conditions(),
                                               .left = pointer,
                                               .value = address,
                                               .low = all->first,
                                               .high = all->first + (uintptr_t)((all->count - 1) * all->step + 1)});
  if ((all->step & (all->step - 1)) != 0) { /* a product that wraps around is no multiple of it */
    __fizzer_symbolic_foreign();
  }
}

/* Loads from an object of known size at an address that depends on the input; 0: the address was made concrete. */
uint32_t fizzer_look_up(uint32_t pointer, const void *memory, size_t size) {
  uintptr_t address = (uintptr_t)memory;
  struct elements all = elements_of(pointer, address, size, MOST_ELEMENTS);
  uint32_t table = all.count < 2 ? 0 : record_table(all.first, all.step, all.count, size);
  if (table == 0) {
    fizzer_fix_address(pointer, address);
    return 0;
  }
  constrain_to(&all, pointer, address);
  uint32_t index = index_of(pointer, address, all.first, all.step);
  return fizzer_make(FIZZER_EXPRESSION_KIND_TABLE, (uint32_t)(8 * size), index, table - 1, 0,
                     fizzer_bytes_at(memory, size));
}

/* Maximum of places of a store at an address that depends on the input, and of those of all such stores of a run: each
 * costs three expressions at most. */
#define MOST_PLACES 64u
#define MOST_PLACES_OF_RUN (1u << 14)

static uint32_t places; /* so far */

bool fizzer_store_anywhere(uint32_t pointer, const void *memory, size_t size, uint32_t shadow,
                           const struct fizzer_overwritten *before) {
  uintptr_t address = (uintptr_t)memory;
  struct elements all = elements_of(pointer, address, size, MOST_PLACES);
  if (all.count < 2 || all.step < size || all.count > MOST_PLACES_OF_RUN - places) {
    return false;
  }
  places += all.count;
  constrain_to(&all, pointer, address);
  uint32_t width = (uint32_t)(8 * size);
  uint64_t stored = fizzer_bytes_at(memory, size);
  for (uint32_t i = 0; i < all.count; i++) {
    uintptr_t at = all.first + (uintptr_t)(i * all.step);
    bool here = at == address;
    uint64_t value = here ? before->value : fizzer_bytes_at((const void *)at, size);
    uint32_t old = here ? before->shadow : fizzer_shadow_of_memory((const void *)at, size);
    uint32_t chosen =
        __fizzer_symbolic_binary(FIZZER_EXPRESSION_KIND_EQUAL | 1u << 8, pointer, 0, address, 0, at, 0, here);
    fizzer_shade(at, __fizzer_symbolic_select(width, chosen, shadow, old, here, stored, 0, value, 0), size);
  }
  return true;
}
