/*
 * Holds the shadows of memory. The shadow of a byte says which byte of which expression it holds. Expressions carry
 * their value in the run. Where memory differs from it, code without a second form has written there, and the shadow
 * is dropped.
 */
#define _GNU_SOURCE
#include "recording.h"

#include <stdarg.h>
#include <string.h>

/* A byte's shadow: the number of the expression times 8, plus the number of the byte in it; 0: concrete. */
typedef uint32_t cell;

#define CELL_BITS 3
#define CELLS_PER_PAGE ((size_t)FIZZER_PAGE)
#define LINE ((size_t)1 << FIZZER_LINE_SHIFT)

/* Width of the widest value that is loaded or stored at once, in bytes. A shadow marks its own line and that of the
 * first byte from which such a load may reach it. */
#define WIDEST ((uintptr_t)16)

/* Maximum of pages with shadows: 256 MB of the program's memory. */
#define SHADOW_PAGES ((size_t)1 << 16)

/* Slots of the table of pages, which uses open addressing. */
#define PAGE_SLOTS (2 * SHADOW_PAGES)

struct page {
  uintptr_t number; /* address / FIZZER_PAGE */
  cell *cells;      /* NULL: the slot is free */
};

static struct page *pages; /* PAGE_SLOTS; NULL: nothing has a shadow */
static size_t page_count;
static struct page last_page; /* the page looked up last */
static cell *free_cells;      /* cells of pages that are mapped and not used yet */
static size_t free_pages;

#define PAGES_AT_ONCE ((size_t)64)

static size_t page_slot(uintptr_t number) { return (size_t)((uint64_t)number * FIZZER_MULTIPLIER >> 40) % PAGE_SLOTS; }

/* Returns the cells of a page; NULL: it has none. */
static cell *find_page(uintptr_t number) {
  if (last_page.cells != NULL && last_page.number == number) {
    return last_page.cells;
  }
  if (pages == NULL) {
    return NULL;
  }
  size_t slot = page_slot(number);
  for (; pages[slot].cells != NULL; slot = (slot + 1) % PAGE_SLOTS) {
    if (pages[slot].number == number) {
      last_page = pages[slot];
      return last_page.cells;
    }
  }
  return NULL;
}

/* Returns the cells of a page, which it makes if there are none; NULL: there is no room. */
static cell *make_page(uintptr_t number) {
  cell *cells = find_page(number);
  if (cells != NULL) {
    return cells;
  }
  if (pages == NULL) {
    pages = fizzer_map(PAGE_SLOTS * sizeof *pages, -1);
  }
  if (free_pages == 0 && pages != NULL && page_count < SHADOW_PAGES) {
    free_cells = fizzer_map(PAGES_AT_ONCE * CELLS_PER_PAGE * sizeof(cell), -1);
    free_pages = free_cells == NULL ? 0 : PAGES_AT_ONCE;
  }
  if (free_pages == 0 || page_count == SHADOW_PAGES) {
    fizzer_lose();
    return NULL;
  }
  cells = free_cells;
  free_cells += CELLS_PER_PAGE;
  free_pages--;
  size_t slot = page_slot(number);
  while (pages[slot].cells != NULL) {
    slot = (slot + 1) % PAGE_SLOTS;
  }
  pages[slot] = (struct page){.number = number, .cells = cells};
  page_count++;
  return cells;
}

static cell get(uintptr_t address) {
  const cell *cells = find_page(address / FIZZER_PAGE);
  return cells == NULL ? 0 : cells[address % FIZZER_PAGE];
}

static size_t line_of(uintptr_t address) { return (address >> FIZZER_LINE_SHIFT) % FIZZER_LINES; }

static void set(uintptr_t address, cell value) {
  cell *cells = value == 0 ? find_page(address / FIZZER_PAGE) : make_page(address / FIZZER_PAGE);
  if (cells == NULL) {
    return;
  }
  cells[address % FIZZER_PAGE] = value;
  if (value != 0) {
    __fizzer_shadowed[line_of(address)] = 1;
    __fizzer_shadowed[line_of(address - WIDEST + 1)] = 1; /* a load from there may reach this byte */
  }
}

/* Returns how many of size bytes from an address on lie on the page of that address. */
static size_t on_page(uintptr_t address, size_t size) {
  size_t left = FIZZER_PAGE - address % FIZZER_PAGE;
  return left < size ? left : size;
}

void fizzer_clear_shadows(uintptr_t address, size_t size) {
  if (page_count == 0) {
    return;
  }
  if (size / FIZZER_PAGE > PAGE_SLOTS) { /* the size is wrong anyway: bound the work */
    size = PAGE_SLOTS * (size_t)FIZZER_PAGE;
  }
  while (size > 0) {
    size_t part = on_page(address, size);
    cell *cells = find_page(address / FIZZER_PAGE);
    if (cells != NULL) {
      memset(cells + address % FIZZER_PAGE, 0, part * sizeof(cell));
    }
    address += part;
    size -= part;
  }
}

/* Returns the expression of a byte; 0 if memory differs from it. */
static uint32_t checked(uintptr_t address, uint32_t *byte) {
  cell c = get(address);
  if (c == 0) {
    return 0;
  }
  uint32_t number = c >> CELL_BITS;
  *byte = c & ((1u << CELL_BITS) - 1);
  if ((uint8_t)(fizzer_expression_of(number)->value >> 8 * *byte) == *(const uint8_t *)address) {
    return number;
  }
  fizzer_log.head->lost_stale++;
  set(address, 0);
  return 0;
}

/* Adjacent bytes of one expression, or adjacent concrete bytes. */
struct piece {
  uint32_t number; /* 0: concrete */
  uint32_t first;  /* number of the first byte within the expression */
  size_t bytes;
};

/* Finds the longest piece that begins at an address. */
static struct piece piece_at(uintptr_t address, size_t size) {
  struct piece p = {.bytes = 1};
  p.number = checked(address, &p.first);
  for (; p.bytes < size; p.bytes++) {
    uint32_t byte = 0, number = checked(address + p.bytes, &byte);
    if (number != p.number || (number != 0 && byte != p.first + p.bytes)) {
      break;
    }
  }
  return p;
}

static uint32_t concat(uint32_t above, uint32_t below, uint64_t value) {
  if (above == 0 || below == 0) {
    return 0;
  }
  uint32_t width = fizzer_width_of(above) + fizzer_width_of(below);
  const struct fizzer_expression *a = fizzer_expression_of(above), *b = fizzer_expression_of(below);
  if (a->kind == FIZZER_EXPRESSION_KIND_EXTRACT && b->kind == FIZZER_EXPRESSION_KIND_EXTRACT && a->a == b->a &&
      a->b == b->b + b->width) {
    return __fizzer_symbolic_extract(width, a->a, b->b, value);
  }
  if (a->kind == FIZZER_EXPRESSION_KIND_READ && b->kind == FIZZER_EXPRESSION_KIND_READ && a->a == b->a &&
      a->b == b->b + b->width / 8) {
    return fizzer_read_of(a->a, b->b, width, value);
  }
  return fizzer_make(FIZZER_EXPRESSION_KIND_CONCAT, width, above, below, 0, value);
}

/* Returns the expression of size bytes of memory, at most WIDEST; 0: they are concrete. */
uint32_t fizzer_shadow_of_memory(const void *memory, size_t size) {
  uintptr_t address = (uintptr_t)memory;
  uint32_t all = 0;
  struct piece p = piece_at(address, size);
  if (p.number == 0 && p.bytes == size) {
    return 0;
  }
  for (size_t at = 0; at < size; at += p.bytes) {
    p = piece_at(address + at, size - at);
    uint64_t value = fizzer_bytes_at((const uint8_t *)memory + at, p.bytes);
    uint32_t width = (uint32_t)(8 * p.bytes), part;
    if (p.number != 0) {
      part = __fizzer_symbolic_extract(width, p.number, 8 * p.first, value);
    } else {
      uint64_t high = p.bytes > 8 ? fizzer_bytes_at((const uint8_t *)memory + at + 8, p.bytes - 8) : 0;
      part = fizzer_constant(width, value, high);
    }
    all = at == 0 ? part : concat(part, all, fizzer_bytes_at(memory, at + p.bytes));
    if (all == 0) {
      return 0;
    }
  }
  return all;
}

static size_t bytes_of(uint32_t width) { return (width + 7) / 8; }

uint32_t __fizzer_symbolic_load(const void *address, uint32_t width, uint32_t pointer) {
  size_t size = bytes_of(width);
  uint32_t e = 0;
  if (pointer != 0) {
    e = fizzer_look_up(pointer, address, size);
  }
  if (e == 0) {
    e = fizzer_shadow_of_memory(address, size);
  }
  return e == 0 ? 0 : __fizzer_symbolic_extract(width, e, 0, fizzer_bytes_at(address, size));
}

void fizzer_shade(uintptr_t address, uint32_t e, size_t size) {
  if (e == 0) {
    fizzer_clear_shadows(address, size);
    return;
  }
  for (size_t i = 0; i < size; i++) {
    set(address + i, e << CELL_BITS | (cell)i);
  }
}

static struct fizzer_overwritten overwritten; /* by the store that comes next */

void __fizzer_symbolic_overwrite(const void *memory, uint32_t width) {
  size_t size = bytes_of(width);
  if (size <= 8) {
    overwritten = (struct fizzer_overwritten){
        .memory = memory, .value = fizzer_bytes_at(memory, size), .shadow = fizzer_shadow_of_memory(memory, size)};
  }
}

void __fizzer_symbolic_store(const void *memory, uint32_t width, uint32_t pointer, uint32_t shadow) {
  uintptr_t address = (uintptr_t)memory;
  size_t size = bytes_of(width);
  if (shadow != 0 && width % 8 != 0) {
    shadow = fizzer_make(FIZZER_EXPRESSION_KIND_ZERO_EXTEND, (uint32_t)(8 * size), shadow, 0, 0,
                         fizzer_expression_of(shadow)->value);
  }
  if (pointer != 0) {
    bool known = overwritten.memory == memory && size <= 8;
    overwritten.memory = NULL;
    if (known && fizzer_store_anywhere(pointer, memory, size, shadow, &overwritten)) {
      return;
    }
    fizzer_fix_address(pointer, address);
  }
  for (size_t at = 0; at < size; at += 8) {
    size_t part = size - at < 8 ? size - at : 8;
    uint32_t e = shadow == 0 ? 0
                             : __fizzer_symbolic_extract((uint32_t)(8 * part), shadow, (uint32_t)(8 * at),
                                                         fizzer_bytes_at((const uint8_t *)memory + at, part));
    fizzer_shade(address + at, e, part);
  }
}

/* Returns whether certainly none of the bytes has a shadow. */
bool fizzer_is_plain(uintptr_t address, size_t size) {
  if (page_count == 0) {
    return true;
  }
  if (size / LINE >= FIZZER_LINES) {
    return false;
  }
  for (size_t at = 0; at < size; at += LINE) {
    if (__fizzer_shadowed[line_of(address + at)] != 0) {
      return false;
    }
  }
  return size == 0 || __fizzer_shadowed[line_of(address + size - 1)] == 0;
}

void __fizzer_symbolic_copy(void *to, const void *from, size_t size) {
  uintptr_t target = (uintptr_t)to, source = (uintptr_t)from;
  if (target == source || (fizzer_is_plain(target, size) && fizzer_is_plain(source, size))) {
    return;
  }
  bool backward = target - source < size; /* the target begins inside the source */
  for (size_t i = 0; i < size; i++) {
    size_t at = backward ? size - 1 - i : i;
    set(target + at, get(source + at));
  }
}

void __fizzer_symbolic_fill(void *to, uint32_t shadow, size_t size) {
  uint32_t byte = 0;
  if (shadow != 0) {
    byte = __fizzer_symbolic_extract(8, shadow, 0, fizzer_expression_of(shadow)->value);
  }
  if (byte == 0) {
    fizzer_clear_shadows((uintptr_t)to, size);
    return;
  }
  for (size_t i = 0; i < size; i++) {
    set((uintptr_t)to + i, byte << CELL_BITS);
  }
}

void __fizzer_symbolic_read_memory(void *memory, size_t size) {
  uint32_t first = (uint32_t)(__fizzer_run.reads - size);
  for (size_t i = 0; i < size; i++) {
    set((uintptr_t)memory + i, fizzer_read_of(first + (uint32_t)i, 0, 8, ((const uint8_t *)memory)[i]) << CELL_BITS);
  }
}

void __fizzer_symbolic_read_text(void *text) {
  uint32_t number = __fizzer_run.reads - 1;
  size_t size = __fizzer_memory.reads[__fizzer_run.result->first_read + number].size;
  __fizzer_symbolic_allocated(text, size + 1); /* with the closing zero */
  for (size_t i = 0; i < size; i++) {
    set((uintptr_t)text + i, fizzer_read_of(number, (uint32_t)i, 8, ((const uint8_t *)text)[i]) << CELL_BITS);
  }
}

static uint32_t handed(uint32_t shadow, uint32_t width) {
  return shadow != 0 && fizzer_width_of(shadow) == width ? shadow : 0;
}

uint32_t __fizzer_symbolic_argument(uint32_t slot, uint32_t width) { return handed(__fizzer_arguments[slot], width); }

uint32_t __fizzer_symbolic_result(uint32_t slot, uint32_t width) { return handed(__fizzer_results[slot], width); }

void __fizzer_symbolic_save_variadic(struct fizzer_variadic *saved) {
  uint32_t count = __fizzer_variadic_end - __fizzer_variadic;
  if (__fizzer_variadic_end > FIZZER_ARGUMENTS || count > FIZZER_ARGUMENTS) {
    count = 0;
  }
  saved->count = count;
  memcpy(saved->shadows, __fizzer_arguments + __fizzer_variadic, count * sizeof *saved->shadows);
  memcpy(saved->classes, __fizzer_classes + __fizzer_variadic, count * sizeof *saved->classes);
  memcpy(saved->sources, __fizzer_sources + __fizzer_variadic, count * sizeof *saved->sources);
}

/* Gives one variable argument its shadow at the place where it lies. */
static void place_argument(const struct fizzer_variadic *saved, uint32_t n, void *place) {
  size_t size = saved->classes[n] >> 8;
  if (saved->sources[n] != NULL) {
    __fizzer_symbolic_copy(place, saved->sources[n], size);
  } else {
    uint32_t e = saved->shadows[n];
    __fizzer_symbolic_store(place, e == 0 ? (uint32_t)(8 * size) : fizzer_width_of(e), 0, e);
  }
}

#if UINTPTR_MAX == UINT32_MAX
void __fizzer_symbolic_variadic(const struct fizzer_variadic *saved, void *list) {
  uint8_t *next = *(uint8_t **)list;
  for (uint32_t n = 0; n < saved->count; n++) {
    place_argument(saved, n, next);
    next += ((saved->classes[n] >> 8) + 3) / 4 * 4;
  }
}
#else
/* va_list on x86-64. */
struct list {
  uint32_t general, vector; /* offsets of the next arguments in the register area */
  uint8_t *memory, *registers;
};

#define GENERAL_END 48u
#define VECTOR_END 176u

void __fizzer_symbolic_variadic(const struct fizzer_variadic *saved, void *list) {
  struct list l = *(const struct list *)list;
  for (uint32_t n = 0; n < saved->count; n++) {
    uint32_t class = saved->classes[n] & 0xff, size = saved->classes[n] >> 8;
    uint32_t registers = (size + 7) / 8 * 8; /* 16 bytes are passed in two of them, or in memory */
    if (class == FIZZER_CLASS_GENERAL && l.general + registers <= GENERAL_END) {
      place_argument(saved, n, l.registers + l.general);
      l.general += registers;
    } else if (class == FIZZER_CLASS_FLOAT && l.vector < VECTOR_END) {
      place_argument(saved, n, l.registers + l.vector);
      l.vector += 16;
    } else {
      if (size > 8 && saved->sources[n] == NULL) {
        l.memory += (16 - (uintptr_t)l.memory % 16) % 16;
      }
      place_argument(saved, n, l.memory);
      l.memory += (size + 7) / 8 * 8;
    }
  }
}
#endif
