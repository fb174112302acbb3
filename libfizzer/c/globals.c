/*
 * Restores the program's writable variables to their first values before each run of a persistent process.
 *
 * A few bytes are always copied. Larger areas are write-protected: the fault handler notes the first write to a page,
 * and from that run on the page is copied. Pages are not protected again, so that each costs one fault a process.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The sections into which the instrumenter puts the program's writable variables. */
extern uint8_t __start_fizzer_data[];
extern uint8_t __stop_fizzer_data[];
extern uint8_t __start_fizzer_bss[];
extern uint8_t __stop_fizzer_bss[];

#define PAGE ((size_t)FIZZER_PAGE)

/*
 * Each section begins with a page that nobody may touch. The runtime is linked before the program: without this page,
 * writes before the program's first variable would reach the runtime's variables.
 */
__attribute__((section("fizzer_data"), aligned(FIZZER_PAGE), used)) static uint8_t data_guard[PAGE] = {1};
/* In assembly, because a compiler would make a second section of that name, whose zeros take room in the file. */
__asm__(".pushsection fizzer_bss,\"aw\",@nobits\n"
        ".balign 4096\n"
        "__fizzer_bss_guard: .skip 4096\n"
        ".popsection");
extern uint8_t __fizzer_bss_guard[];

/* If fewer bytes than this lie in whole pages, copying is cheaper than faults. */
#define COPIED_BYTES ((size_t)16 << 10)

/* A range of variables and its content before the first run. */
struct stretch {
  uint8_t *start;
  size_t size;
  const uint8_t *first; /* NULL: zeros */
};

/* Pages that are watched for their first write: whole pages inside a stretch. */
struct watched {
  uint8_t *start;
  size_t pages;
  const uint8_t *first; /* NULL: zeros */
};

#define STRETCHES 2

/* What is restored, and how. */
static struct FIZZER_PROTECTED {
  struct stretch copied[2 * STRETCHES]; /* room for what lies before and behind the watched pages of each stretch */
  size_t copied_count;
  struct watched watched[STRETCHES];
  size_t watched_count;
  uint8_t **written; /* watched pages that a run of this process has written */
} plan;

static size_t written_count;
static bool watching;

static void copy_always(uint8_t *start, size_t size, const uint8_t *first) {
  if (size > 0) {
    plan.copied[plan.copied_count++] = (struct stretch){.start = start, .size = size, .first = first};
  }
}

static void add_stretch(uint8_t *start, uint8_t *stop, bool zeros) {
  size_t size = (size_t)(stop - start);
  if (size == 0) {
    return;
  }
  uint8_t *first = NULL;
  if (!zeros) {
    first = fizzer_map(size, -1);
    if (first == NULL) {
      abort();
    }
    memcpy(first, start, size);
    mprotect(first, size, PROT_READ);
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
  plan.watched[plan.watched_count++] =
      (struct watched){.start = start + before, .pages = pages, .first = first == NULL ? NULL : first + before};
}

void fizzer_globals_prepare(void) {
  mprotect(data_guard, PAGE, PROT_NONE);
  mprotect(__fizzer_bss_guard, PAGE, PROT_NONE);
  add_stretch(__start_fizzer_data + PAGE, __stop_fizzer_data, false);
  add_stretch(__start_fizzer_bss + PAGE, __stop_fizzer_bss, true);
  size_t pages = 0;
  for (size_t i = 0; i < plan.watched_count; i++) {
    pages += plan.watched[i].pages;
  }
  if (pages > 0) {
    plan.written = fizzer_map(pages * sizeof *plan.written, -1);
    if (plan.written == NULL) {
      abort();
    }
  }
  fizzer_protect(&plan, sizeof plan);
}

void fizzer_globals_watch(void) {
  for (size_t i = 0; i < plan.watched_count; i++) {
    mprotect(plan.watched[i].start, plan.watched[i].pages * PAGE, PROT_READ);
  }
  watching = true;
}

bool fizzer_globals_fault(void *address) {
  uint8_t *page = (uint8_t *)((uintptr_t)address / PAGE * PAGE);
  for (size_t i = 0; i < plan.watched_count; i++) {
    uintptr_t offset = (uintptr_t)page - (uintptr_t)plan.watched[i].start;
    if (watching && offset / PAGE < plan.watched[i].pages && page >= plan.watched[i].start) {
      plan.written[written_count++] = page;
      return mprotect(page, PAGE, PROT_READ | PROT_WRITE) == 0;
    }
  }
  return false;
}

static uint64_t hash_of(const uint8_t *from, size_t size) {
  uint64_t hash = size;
  for (; size >= sizeof(uint64_t); from += sizeof(uint64_t), size -= sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, from, sizeof word);
    hash = fizzer_mix(hash, word);
  }
  uint64_t rest = 0;
  memcpy(&rest, from, size);
  return fizzer_mix(hash, rest);
}

/* Pages that are looked at to find those that differ from their first content. */
#define MOST_COMPARED ((size_t)256)

/* Whether a page of watched variables holds what it held first. */
static bool unchanged(const struct watched *w, size_t page) {
  static const uint8_t zeros[PAGE];
  return memcmp(w->start + page * PAGE, w->first == NULL ? zeros : w->first + page * PAGE, PAGE) == 0;
}

/* The pages that were written in earlier runs only hold what they held first, and add nothing. The sum does not depend
 * on the order. */
uint64_t fizzer_globals_hash(void) {
  uint64_t sum = 1;
  size_t compared = 0;
  for (size_t i = 0; i < plan.copied_count; i++) {
    sum += hash_of(plan.copied[i].start, plan.copied[i].size) * (2 * i + 1);
  }
  for (size_t i = 0; i < plan.watched_count; i++) {
    const struct watched *w = &plan.watched[i];
    for (size_t page = 0; page < w->pages; page++) {
      if (++compared > MOST_COMPARED) {
        return 0;
      }
      if (!unchanged(w, page)) {
        sum += hash_of(w->start + page * PAGE, PAGE) * (uint64_t)(2 * compared + 1);
      }
    }
  }
  return sum | 1;
}

static void restore(uint8_t *start, size_t size, const uint8_t *first) {
  if (first == NULL) {
    memset(start, 0, size);
  } else {
    memcpy(start, first, size);
  }
}

static void restore_page(uint8_t *page) {
  for (size_t i = 0; i < plan.watched_count; i++) {
    uintptr_t offset = (uintptr_t)page - (uintptr_t)plan.watched[i].start;
    if (page >= plan.watched[i].start && offset / PAGE < plan.watched[i].pages) {
      restore(page, PAGE, plan.watched[i].first == NULL ? NULL : plan.watched[i].first + offset);
    }
  }
}

void fizzer_globals_restore(void) {
  for (size_t i = 0; i < plan.copied_count; i++) {
    restore(plan.copied[i].start, plan.copied[i].size, plan.copied[i].first);
  }
  for (size_t i = 0; i < written_count; i++) {
    restore_page(plan.written[i]);
  }
}
