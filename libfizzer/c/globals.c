/*
 * The program's writable variables, put back to their first values before each run of a persistent process.
 *
 * Few bytes are copied whole. Many are write-protected, and a page is copied from the run in which it was first
 * written on: the fault handler notes it. Nothing is protected again, so that a page costs one fault a process.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The sections into which the instrumenter puts the program's writable variables; absent when it has none. */
extern uint8_t __start_fizzer_data[] __attribute__((weak));
extern uint8_t __stop_fizzer_data[] __attribute__((weak));
extern uint8_t __start_fizzer_bss[] __attribute__((weak));
extern uint8_t __stop_fizzer_bss[] __attribute__((weak));

#define PAGE ((size_t)4096)

/* Below this many bytes in pages of their own, copying is cheaper than faults. */
#define COPIED_BYTES ((size_t)16 << 10)

/* A stretch of variables and what it held before the first run. */
struct stretch {
  uint8_t *start;
  size_t size;
  const uint8_t *first; /* NULL: zeros */
};

/* Pages that are watched for a first write: whole pages inside a stretch. */
struct watched {
  uint8_t *start;
  size_t pages;
  const uint8_t *first; /* NULL: zeros */
};

#define STRETCHES 2

/* At most: what lies before and behind the watched pages of each stretch. */
static struct stretch copied[2 * STRETCHES];
static size_t copied_count;
static struct watched watched[STRETCHES];
static size_t watched_count;

/* Watched pages that some run of this process wrote. */
static uint8_t **written;
static size_t written_count;
static bool watching;

static void copy_always(uint8_t *start, size_t size, const uint8_t *first) {
  if (size > 0) {
    copied[copied_count++] = (struct stretch){.start = start, .size = size, .first = first};
  }
}

static void add_stretch(uint8_t *start, uint8_t *stop, bool zeros) {
  size_t size = (size_t)(stop - start);
  if (start == NULL || size == 0) {
    return;
  }
  uint8_t *first = NULL;
  if (!zeros) {
    first = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (first == MAP_FAILED) {
      abort();
    }
    memcpy(first, start, size);
  }
  size_t before = (PAGE - (uintptr_t)start % PAGE) % PAGE;
  if (size < before + COPIED_BYTES) {
    copy_always(start, size, first);
    return;
  }
  size_t pages = (size - before) / PAGE;
  size_t behind = before + pages * PAGE;
  copy_always(start, before, first);
  copy_always(start + behind, size - behind, first == NULL ? NULL : first + behind);
  watched[watched_count++] =
      (struct watched){.start = start + before, .pages = pages, .first = first == NULL ? NULL : first + before};
}

void fizzer_globals_prepare(void) {
  add_stretch(__start_fizzer_data, __stop_fizzer_data, false);
  add_stretch(__start_fizzer_bss, __stop_fizzer_bss, true);
  size_t pages = 0;
  for (size_t i = 0; i < watched_count; i++) {
    pages += watched[i].pages;
  }
  if (pages > 0) {
    written = mmap(NULL, pages * sizeof *written, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (written == MAP_FAILED) {
      abort();
    }
  }
}

void fizzer_globals_watch(void) {
  for (size_t i = 0; i < watched_count; i++) {
    mprotect(watched[i].start, watched[i].pages * PAGE, PROT_READ);
  }
  watching = true;
}

bool fizzer_globals_fault(void *address) {
  uint8_t *page = (uint8_t *)((uintptr_t)address / PAGE * PAGE);
  for (size_t i = 0; i < watched_count; i++) {
    uintptr_t offset = (uintptr_t)page - (uintptr_t)watched[i].start;
    if (watching && offset / PAGE < watched[i].pages && page >= watched[i].start) {
      written[written_count++] = page;
      return mprotect(page, PAGE, PROT_READ | PROT_WRITE) == 0;
    }
  }
  return false;
}

static void restore(uint8_t *start, size_t size, const uint8_t *first) {
  if (first == NULL) {
    memset(start, 0, size);
  } else {
    memcpy(start, first, size);
  }
}

static void restore_page(uint8_t *page) {
  for (size_t i = 0; i < watched_count; i++) {
    uintptr_t offset = (uintptr_t)page - (uintptr_t)watched[i].start;
    if (page >= watched[i].start && offset / PAGE < watched[i].pages) {
      restore(page, PAGE, watched[i].first == NULL ? NULL : watched[i].first + offset);
    }
  }
}

void fizzer_globals_restore(void) {
  for (size_t i = 0; i < copied_count; i++) {
    restore(copied[i].start, copied[i].size, copied[i].first);
  }
  for (size_t i = 0; i < written_count; i++) {
    restore_page(written[i]);
  }
}
