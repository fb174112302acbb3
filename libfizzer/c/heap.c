/*
 * The program's heap: an arena of the runtime's own, so that it is the same in every run and can be emptied at once.
 *
 * Blocks are taken one behind the other; only the newest one can be given back. Memory is zero when it is handed out.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Blocks start at multiples of this, as in the C library, and have their size before them. */
#define ALIGNMENT 16u

/* Most bytes of the arena; it is halved until the address space has it. */
#if UINTPTR_MAX == UINT32_MAX
#define ARENA_BYTES ((size_t)512 << 20)
#else
#define ARENA_BYTES ((size_t)2 << 30)
#endif

/* Above this, pages are given back to the kernel instead of being cleared. */
#define CLEARED_BYTES ((size_t)256 << 10)

/* A block's size, kept just before its first byte. */
struct header {
  size_t size;
  size_t padding[ALIGNMENT / sizeof(size_t) - 1];
};

static uint8_t *arena;
static size_t capacity, used;

void fizzer_heap_prepare(uint64_t memory_bytes) {
  capacity = ARENA_BYTES;
  if (memory_bytes != 0 && memory_bytes / 2 < ARENA_BYTES) {
    capacity = (size_t)(memory_bytes / 2);
  }
  for (; capacity >= CLEARED_BYTES; capacity /= 2) {
    arena = mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (arena != MAP_FAILED) {
      return;
    }
  }
  arena = NULL;
  capacity = 0;
}

void fizzer_heap_reset(void) {
  if (used <= CLEARED_BYTES) {
    memset(arena, 0, used);
  } else {
    madvise(arena, used, MADV_DONTNEED);
  }
  used = 0;
}

static bool owns(const void *block) {
  uintptr_t address = (uintptr_t)block;
  return address > (uintptr_t)arena && address < (uintptr_t)arena + used;
}

static struct header *header_of(void *block) { return (struct header *)block - 1; }

static size_t rounded(size_t size) { return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }

static bool is_newest(void *block) { return (uint8_t *)block + rounded(header_of(block)->size) == arena + used; }

/* Takes size bytes whose address is a multiple of alignment, a power of two. */
static void *take_block(size_t size, size_t alignment) {
  if (size > capacity || alignment > capacity) {
    errno = ENOMEM;
    return NULL;
  }
  if (alignment < ALIGNMENT) {
    alignment = ALIGNMENT;
  }
  uintptr_t first = (uintptr_t)arena + used + sizeof(struct header);
  size_t offset = (size_t)((first + alignment - 1) / alignment * alignment - (uintptr_t)arena);
  size_t length = rounded(size == 0 ? 1 : size);
  if (offset > capacity || length > capacity - offset) {
    errno = ENOMEM;
    return NULL;
  }
  used = offset + length;
  header_of(arena + offset)->size = size == 0 ? 1 : size;
  return arena + offset;
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

/* A block that the C library made goes back to the C library. */
void __fizzer_replace_free(void *block);
void __fizzer_replace_free(void *block) {
  if (!owns(block)) {
    free(block);
    return;
  }
  if (is_newest(block)) {
    size_t start = (size_t)((uint8_t *)block - arena) - sizeof(struct header);
    memset(arena + start, 0, used - start);
    used = start;
  }
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
  size_t old = owns(block) ? header_of(block)->size : malloc_usable_size(block);
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
