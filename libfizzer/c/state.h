/*
 * The state of the current run, shared by the monitoring functions and the rest of the runtime.
 */
#ifndef FIZZER_STATE_H
#define FIZZER_STATE_H

#include "layout.h"

#include <stdbool.h>
#include <stdint.h>

struct fizzer_state {
  uint64_t path;                 /* hash of the path so far */
  struct fizzer_condition *next; /* where the next condition is recorded */
  struct fizzer_condition *end;  /* when next gets here, __fizzer_full must be called */
  uint32_t context;              /* hash of the calling context */
  uint32_t depth;                /* open calls */
  uint32_t input_bytes;          /* bytes of input read */
  uint32_t steps;                /* loop iterations left */
  uint32_t call;                 /* call site last entered */
  uint32_t limit_depth;          /* maximum of open calls */
  uint32_t context_depth;        /* calls that are part of the context */
  uint32_t wides;                /* high halves recorded in this batch */
  const uint8_t *missing;        /* in the lean form: for each direction, what __fizzer_novel gets; 0: nothing */
  uint32_t recording;            /* in the lean form: not 0 while conditions are recorded */
  uint32_t last; /* in the lean form: location and outcome of the last condition, where none are recorded */
};

extern struct fizzer_state __fizzer_state;

/* Golden-ratio constant of Fibonacci hashing: odd, with well-spread bits. */
#define FIZZER_MULTIPLIER UINT64_C(0x9e3779b97f4a7c15)

/* A hash extended by a number. */
static inline uint64_t fizzer_mix(uint64_t hash, uint64_t number) {
  hash = (hash ^ number) * FIZZER_MULTIPLIER;
  return hash ^ (hash >> 32);
}

/* The hash of a path extended by a condition, whose outcome is in the location. */
static inline uint64_t fizzer_extend(uint64_t path, uint32_t location, uint32_t context) {
  return fizzer_mix(path, ((uint64_t)context << 32) | location);
}

/* Ends the run: records its ending and leaves the program. */
_Noreturn void __fizzer_end(uint32_t ending, uint32_t detail);

/* Called at state->next == state->end: makes room, or ends the run if its conditions are used up. */
void __fizzer_full(void);

/* Raises the signal of a division that the processor refuses. */
_Noreturn void __fizzer_divide_by_zero(void);

/* In the lean form: the run takes a direction that is 1: not covered, 2: lacking. */
void __fizzer_novel(uint32_t what);

/* Records the high halves of two operands; returns the value for condition.wide. */
uint32_t __fizzer_record_wide(uint64_t left_high, uint64_t right_high);

#endif
