/* The cage around the program; used by the target and by the replay of tests. */
#ifndef FIZZER_CAGE_H
#define FIZZER_CAGE_H

#include "layout.h"

#include <stdint.h>

/* Argument that lets one clone3 pass the cage: the size of the first version of struct clone_args. */
#define FIZZER_CLONE_ARGUMENTS 64

struct fizzer_confinement {
  uint64_t memory_bytes; /* address space; 0: unlimited */
  uint64_t file_bytes;   /* size of a file that the program may write */
  uint32_t applied;      /* out: layers in force, one bit for each enum fizzer_cage */
  uint32_t missing;      /* out: layers that the kernel refused */
};

/* Restricts this process and what it starts. Files can be changed beneath the working directory only. */
void fizzer_cage(struct fizzer_confinement *cage);

#endif
