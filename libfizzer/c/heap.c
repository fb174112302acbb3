/*
 * The program's heap: an arena of the runtime, so that it is the same in every run and can be emptied at once.
 *
 * Blocks are allocated one behind the other; only the newest one can be freed. Memory is zero when it is allocated.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks start at multiples of this, as in the C library. Each is preceded by its size. */
#define ALIGNMENT 16u

/* Maximum size of the arena in bytes; it is halved until the address space has room for it. */
#if UINTPTR_MAX == UINT32_MAX
#define ARENA_BYTES ((size_t)512 << 20)
#else
#define ARENA_BYTES ((size_t)2 << 30)
#endif

/* Above this size, pages are returned to the kernel instead of being cleared. */
#define CLEARED_BYTES ((size_t)256 << 10)

/* A block's size, stored just before its first byte. */
struct header {
  size_t size;
  size_t padding[ALIGNMENT / sizeof(size_t) - 1];
};

/* Bytes behind the blocks that are cleared with them, for programs that write beyond their blocks. */
#define MARGIN ((size_t)1024)

/* The last bytes of the margin: if they were written, a loop ran on beyond the margin. */
#define TRIPWIRE ((size_t)64)

/* Where the arena is. */
static struct FIZZER_PROTECTED {
  uint8_t *start;
  size_t capacity;
} heap;

static size_t used;    /* bytes of the arena that are allocated */
static size_t highest; /* the maximum of used in this run */

void fizzer_heap_prepare(uint64_t memory_bytes) {
  size_t capacity = ARENA_BYTES;
  if (memory_bytes != 0 && memory_bytes / 2 < ARENA_BYTES) {
    capacity = (size_t)(memory_bytes / 2);
  }
  for (; heap.start == NULL && capacity >= CLEARED_BYTES; capacity /= 2) {
    heap.start = fizzer_map(capacity, -1);
    heap.capacity = heap.start == NULL ? 0 : capacity - MARGIN;
  }
  fizzer_protect(&heap, sizeof heap);
}

static bool is_tripped(const uint8_t *wire) {
  for (size_t i = 0; i < TRIPWIRE; i++) {
    if (wire[i] != 0) {
      return true;
    }
  }
  return false;
}

void fizzer_heap_reset(void) {
  if (highest == 0) {
    return;
  }
  size_t touched = highest + MARGIN;
  if (touched > heap.capacity || is_tripped(heap.start + touched - TRIPWIRE)) {
    touched = heap.capacity + MARGIN;
  }
  if (touched <= CLEARED_BYTES) {
    memset(heap.start, 0, touched);
  } else {
    madvise(heap.start, touched, MADV_DONTNEED);
  }
  used = highest = 0;
}

/* Clears the arena from one offset up to another. In a large range, only written parts have pages. */
static void clear(size_t start, size_t end) {
  if (end - start <= CLEARED_BYTES) {
    memset(heap.start + start, 0, end - start);
    return;
  }
  size_t first = (start + FIZZER_PAGE - 1) / FIZZER_PAGE * FIZZER_PAGE;
  size_t last = end / FIZZER_PAGE * FIZZER_PAGE;
  memset(heap.start + start, 0, first - start);
  madvise(heap.start + first, last - first, MADV_DONTNEED);
  memset(heap.start + last, 0, end - last);
}

static bool owns(const void *block) {
  uintptr_t address = (uintptr_t)block;
  return address > (uintptr_t)heap.start && address < (uintptr_t)heap.start + used;
}

static struct header *header_of(void *block) { return (struct header *)block - 1; }

static size_t rounded(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static bool is_newest(void *block) { return (uint8_t *)block + rounded(header_of(block)->size) == heap.start + used; }

static void use(size_t bytes) {
  used = bytes;
  if (used > highest) {
    highest = used;
  }
}

/* Resizes the newest block in place; false if the arena has no room for that. */
static bool resize(void *block, size_t size) {
  size_t start = (size_t)((uint8_t *)block - heap.start);
  size_t length = rounded(size);
  if (size > heap.capacity || length > heap.capacity - start) {
    return false;
  }
  if (start + length < used) {
    clear(start + size, used);
  }
  use(start + length);
  header_of(block)->size = size;
  return true;
}

/* Allocates size bytes whose address is a multiple of alignment, a power of two. */
static void *take_block(size_t size, size_t alignment) {
  if (size > heap.capacity || alignment > heap.capacity) {
    errno = ENOMEM;
    return NULL;
  }
  if (alignment < ALIGNMENT) {
    alignment = ALIGNMENT;
  }
  uintptr_t first = (uintptr_t)heap.start + used + sizeof(struct header);
  size_t offset = (size_t)((first + alignment - 1) / alignment * alignment - (uintptr_t)heap.start);
  size_t length = rounded(size == 0 ? 1 : size);
  if (offset > heap.capacity || length > heap.capacity - offset) {
    errno = ENOMEM;
    return NULL;
  }
  use(offset + length);
  header_of(heap.start + offset)->size = size == 0 ? 1 : size;
  return heap.start + offset;
}

void *__fizzer_replace_malloc(size_t size);
void *__fizzer_replace_malloc(size_t size) { return take_block(size, ALIGNMENT); }

void *__fizzer_replace_calloc(size_t count, size_t size);
void *__fizzer_replace_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return take_block(bytes, ALIGNMENT);
}

/* A block that the C library allocated is freed by the C library. */
void __fizzer_replace_free(void *block);
void __fizzer_replace_free(void *block) {
  if (!owns(block)) {
    free(block);
    return;
  }
  if (is_newest(block)) {
    size_t start = (size_t)((uint8_t *)block - heap.start) - sizeof(struct header);
    clear(start, used);
    used = start;
  }
}

size_t __fizzer_replace_malloc_usable_size(void *block);
size_t __fizzer_replace_malloc_usable_size(void *block) {
  return owns(block) ? header_of(block)->size : malloc_usable_size(block);
}

void *__fizzer_replace_realloc(void *block, size_t size);
void *__fizzer_replace_realloc(void *block, size_t size) {
  if (block == NULL) {
    return take_block(size, ALIGNMENT);
  }
  if (size == 0) {
    __fizzer_replace_free(block);
    return NULL;
  }
  if (owns(block) && is_newest(block) && resize(block, size)) {
    return block;
  }
  size_t old = __fizzer_replace_malloc_usable_size(block);
  void *moved = take_block(size, ALIGNMENT);
  if (moved != NULL) {
    memcpy(moved, block, old < size ? old : size);
    __fizzer_replace_free(block);
  }
  return moved;
}

void *__fizzer_replace_reallocarray(void *block, size_t count, size_t size);
void *__fizzer_replace_reallocarray(void *block, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return __fizzer_replace_realloc(block, bytes);
}

void *__fizzer_replace_memalign(size_t alignment, size_t size);
void *__fizzer_replace_memalign(size_t alignment, size_t size) {
  if (alignment == 0 || (alignment & (alignment - 1)) != 0) {
    errno = EINVAL;
    return NULL;
  }
  return take_block(size, alignment);
}

void *__fizzer_replace_aligned_alloc(size_t alignment, size_t size);
void *__fizzer_replace_aligned_alloc(size_t alignment, size_t size) {
  return __fizzer_replace_memalign(alignment, size);
}

int __fizzer_replace_posix_memalign(void **block, size_t alignment, size_t size);
int __fizzer_replace_posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0) {
    return EINVAL;
  }
  int before = errno;
  void *taken = __fizzer_replace_memalign(alignment, size);
  int result = taken == NULL ? errno : 0;
  errno = before;
  if (taken != NULL) {
    *block = taken;
  }
  return result;
}

/* Lets a block be one of the C library, which is going to enlarge it; returns false if there is no room. */
static bool give_away(char **block) {
  if (!owns(*block)) {
    return true;
  }
  size_t size = header_of(*block)->size;
  char *copy = malloc(size);
  if (copy == NULL) {
    return false;
  }
  memcpy(copy, *block, size);
  __fizzer_replace_free(*block);
  *block = copy;
  return true;
}

ssize_t __fizzer_replace_getdelim(char **line, size_t *size, int delimiter, FILE *stream);
ssize_t __fizzer_replace_getdelim(char **line, size_t *size, int delimiter, FILE *stream) {
  return give_away(line) ? getdelim(line, size, delimiter, stream) : -1;
}

ssize_t __fizzer_replace___getdelim(char **line, size_t *size, int delimiter, FILE *stream);
ssize_t __fizzer_replace___getdelim(char **line, size_t *size, int delimiter, FILE *stream) {
  return __fizzer_replace_getdelim(line, size, delimiter, stream);
}

ssize_t __fizzer_replace_getline(char **line, size_t *size, FILE *stream);
ssize_t __fizzer_replace_getline(char **line, size_t *size, FILE *stream) {
  return __fizzer_replace_getdelim(line, size, '\n', stream);
}

static char *copy_text(const char *text, size_t length) {
  char *copy = take_block(length + 1, ALIGNMENT);
  if (copy != NULL) {
    memcpy(copy, text, length);
    copy[length] = 0;
  }
  return copy;
}

char *__fizzer_replace_strndup(const char *text, size_t most);
char *__fizzer_replace_strndup(const char *text, size_t most) { return copy_text(text, strnlen(text, most)); }

char *__fizzer_replace_strdup(const char *text);
char *__fizzer_replace_strdup(const char *text) { return copy_text(text, strlen(text)); }

void *fizzer_heap_take(size_t size) { return take_block(size, ALIGNMENT); }
