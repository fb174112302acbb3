// Tries to take the shared memory away from the engine, by each way to its file: its own descriptors, its mappings, and those of its parents.
#define _GNU_SOURCE
#include "memory.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void cut(int descriptor) {
  struct stat status;
  if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 0) {
    ftruncate(descriptor, 0);
    ftruncate(descriptor, 1 << 30);
  }
}

int main(void) {
  char name[64];
  if (decide()) {
    pid_t processes[2] = {getpid(), getppid()};
    for (unsigned p = 0; p < 2; p++) {
      for (int i = 3; i < 64; i++) {
        snprintf(name, sizeof name, "/proc/%d/fd/%d", (int)processes[p], i);
        int descriptor = open(name, O_RDWR);
        cut(descriptor);
        close(descriptor);
        cut(i);
      }
    }
    void *start = __fizzer_memory.control;
    size_t size = (size_t)__fizzer_memory.control->shared_size;
    snprintf(name, sizeof name, "/proc/self/map_files/%lx-%lx", (unsigned long)start, (unsigned long)start + size);
    cut(open(name, O_RDWR));
  }
  return 0;
}
