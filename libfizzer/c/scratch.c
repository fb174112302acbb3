/*
 * The scratch folder, the only place where the program may write files. A run must not find what an earlier one left
 * there. Only forked runs can write files, so only they pay for this: programs that use files do not run persistently.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Nesting depth down to which folders are emptied; deeper ones stay. */
#define MAX_DEPTH 64

/* An entry of a folder as the kernel returns it; opendir would use the heap of the process that all runs are forked
 * from. */
struct entry {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
};

static void empty(int folder, int depth);

/* Removes an entry and everything below it. The sandbox forbids chmod, so an unreadable folder can only be removed if
 * it is empty. */
static bool removed(int folder, const char *name, int depth) {
  if (unlinkat(folder, name, 0) == 0) {
    return true;
  }
  if (depth < MAX_DEPTH) {
    empty(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth + 1);
  }
  return unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

/* Goes through the folder once; returns whether it removed something. */
static bool sweep(int folder, int depth) {
  uint64_t buffer[256];
  bool any = false;
  long bytes;
  lseek(folder, 0, SEEK_SET);
  while ((bytes = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0) {
    for (long at = 0; at < bytes;) {
      const struct entry *entry = (const struct entry *)(const void *)((const char *)buffer + at);
      at += entry->length;
      if (strcmp(entry->name, ".") != 0 && strcmp(entry->name, "..") != 0) {
        any |= removed(folder, entry->name, depth);
      }
    }
  }
  return any;
}

/* Removes everything in the folder, then closes it. */
static void empty(int folder, int depth) {
  if (folder < 0) {
    return;
  }
  while (sweep(folder, depth)) {
  }
  close(folder);
}

void fizzer_clean_scratch(void) { empty(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0); }
