/*
 * The scratch folder, the only place where the program may write files. What one run leaves there, the next must not
 * find. Only forked runs can write files, and they pay for it: programs that use files do not run persistently.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Folders within folders that are emptied; deeper ones stay. */
#define MOST_DEPTH 64

/* What the kernel says of one entry of a folder; opendir would use the heap of the process that all runs are forked
 * from. */
struct entry {
  uint64_t inode;
  int64_t offset;
  uint16_t length;
  uint8_t type;
  char name[];
};

static void empty(int folder, int depth);

/* Removes an entry with all below it; the sandbox forbids chmod, so a folder made unreadable can only go when it is
 * empty.
 */
static bool removed(int folder, const char *name, int depth) {
  if (unlinkat(folder, name, 0) == 0) {
    return true;
  }
  if (depth < MOST_DEPTH) {
    empty(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), depth + 1);
  }
  return unlinkat(folder, name, AT_REMOVEDIR) == 0;
}

/* Looks through the folder once; whether something was removed. */
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

/* Removes everything in the folder, which it closes. */
static void empty(int folder, int depth) {
  if (folder < 0) {
    return;
  }
  while (sweep(folder, depth)) {
  }
  close(folder);
}

void fizzer_clean_scratch(void) { empty(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), 0); }
