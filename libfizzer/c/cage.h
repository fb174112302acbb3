/* The cage around the program; used by the target and by the replay of tests. */
#ifndef FIZZER_CAGE_H
#define FIZZER_CAGE_H

#include "layout.h"

#include <stdint.h>
#include <sys/types.h>

struct fizzer_confinement {
  uint64_t memory_bytes; /* address space; 0: unlimited */
  uint64_t file_bytes;   /* size of a file that the program may write */
  uint32_t applied;      /* out: layers in force, one bit for each enum fizzer_cage */
  uint32_t missing;      /* out: layers that the kernel refused */
};

/* Restricts this process and what it starts. Files can be changed beneath the working directory only. */
void fizzer_cage(struct fizzer_confinement *cage);

/* Forks, in the one way that the cage lets pass and the C library never goes; its fork handlers are not called. The
 * child is killed when this process ends. */
pid_t fizzer_fork(void);

#endif
