/*
 * Runs that are recorded in part: up to where they leave a path that the engine knows, and some chunks further. Later
 * conditions overwrite one chunk over and over; they are only checked for directions that no run has covered.
 */
#include "monitor.h"
#include "runtime.h"

#include <string.h>
#include <unistd.h>

/* Gives the run a chunk to write to, from start on. */
static void give(struct fizzer_condition *start) {
  struct fizzer_run *run = &__fizzer_run;
  uint32_t count = run->conditions_left < FIZZER_CHUNK_CONDITIONS ? run->conditions_left : FIZZER_CHUNK_CONDITIONS;
  run->conditions_left -= count;
  __fizzer_state.next = start;
  __fizzer_state.end = start + count;
}

/* In the lean form: a byte for each direction, 1 if it is not covered, 2 if it is lacking. NULL: this is the ordinary
 * form. */
static struct FIZZER_PROTECTED {
  uint8_t *directions;
  uint32_t count;
} uncovered;

static uint32_t uncovered_number; /* control->lean when the bytes were written; 0: never */

static bool is_lean(void) { return uncovered.directions != NULL; }

void fizzer_lean_prepare(void) {
  const struct fizzer_control *control = __fizzer_memory.control;
  if (control->lean == 0) {
    return;
  }
  uncovered.count = control->covered_count;
  uncovered.directions = fizzer_map(uncovered.count, -1);
  if (uncovered.directions == NULL) {
    _exit(FIZZER_EXIT_NO_MEMORY);
  }
  memset(uncovered.directions, 1, uncovered.count);
  fizzer_protect(&uncovered, sizeof uncovered);
}

void fizzer_lean_begin(void) {
  const struct fizzer_control *control = __fizzer_memory.control;
  if (!is_lean() || control->lean == uncovered_number) {
    return;
  }
  uncovered_number = control->lean;
  for (uint32_t number = 0; number < uncovered.count; number++) {
    uint32_t covered = __fizzer_memory.covered[number / 32] >> number % 32 & 1;
    uint32_t lacking = __fizzer_memory.lacking[number / 32] >> number % 32 & 1;
    uncovered.directions[number] = (uint8_t)(covered ^ 1) | (uint8_t)(lacking << 1);
  }
}

void __fizzer_novel(uint32_t what) { __fizzer_run.result->novel |= what; }

/* In the lean form: from the condition at next on, none of the limit is recorded. */
static void skim(struct fizzer_condition *next, uint32_t limit) {
  __fizzer_run.cut = next;
  __fizzer_run.conditions_left = 0;
  __fizzer_state.next = next;
  __fizzer_state.end = next + limit;
  __fizzer_state.recording = 0;
}

void fizzer_cut_begin(struct fizzer_condition *start, uint32_t limit) {
  struct fizzer_run *run = &__fizzer_run;
  __fizzer_state.next = start;
  __fizzer_state.missing = uncovered.directions;
  __fizzer_state.recording = 1;
  run->chunks_left = __fizzer_memory.control->cut_after;
  if (is_lean() && (__fizzer_memory.control->lean & 1) != 0) {
    skim(start, limit);
    return;
  }
  if (run->chunks_left == 0) {
    __fizzer_state.end = start + limit;
    return;
  }
  run->conditions_left = limit;
  run->left = __fizzer_memory.control->follow_count == 0;
  give(start);
}

/* What is covered: a bit for each direction, and for each hash of a direction in its context. */
struct coverage {
  const uint32_t *directions, *contexts;
  uint32_t count; /* of directions */
};

/* The lowest bit is set if the direction is not covered. */
static inline uint32_t missing(const struct coverage *covered, const struct fizzer_condition *condition) {
  uint32_t number = condition->location << 1 | condition->location >> 31;
  if (number >= covered->count) { /* overwritten by the program */
    return 1;
  }
  uint32_t bits = covered->directions[number / 32] >> number % 32;
  if (condition->context != 0) {
    uint32_t hash = (uint32_t)(fizzer_extend(0, condition->location, condition->context) >> FIZZER_CONTEXT_SHIFT);
    bits &= covered->contexts[hash / 32] >> hash % 32;
  }
  return ~bits;
}

/* Looks for directions that are not covered. No step of the loop waits for the one before. */
static void scan(const struct fizzer_condition *start, const struct fizzer_condition *end) {
  struct fizzer_result *result = __fizzer_run.result;
  if ((result->novel & 1) != 0) {
    return;
  }
  struct coverage covered = {__fizzer_memory.covered, __fizzer_memory.covered_contexts,
                             __fizzer_memory.control->covered_count};
  uint32_t novel = 0;
  for (const struct fizzer_condition *condition = start; condition < end; condition++) {
    novel |= missing(&covered, condition);
  }
  result->novel |= novel & 1;
}

/* Whether the next chunk is to be recorded, too. */
static bool is_recorded(void) {
  struct fizzer_run *run = &__fizzer_run;
  uint32_t chunk = ++run->chunks;
  if (!run->left) {
    run->left = chunk >= __fizzer_memory.control->follow_count || __fizzer_memory.follow[chunk] != __fizzer_state.path;
    run->followed = (chunk - 1) * FIZZER_CHUNK_CONDITIONS;
  }
  return !run->left || run->chunks_left-- > 0;
}

/* Where conditions are written that are evaluated before the first run. */
static struct fizzer_condition early[16];

void __fizzer_full(void) {
  struct fizzer_run *run = &__fizzer_run;
  if (run->result == NULL) {
    __fizzer_state.next = early;
    __fizzer_state.end = early + sizeof early / sizeof early[0];
    return;
  }
  struct fizzer_condition *end = __fizzer_state.end;
  if (run->conditions_left == 0) {
    __fizzer_end(FIZZER_ENDING_LIMIT_CONDITIONS, 0);
  }
  if (run->cut == NULL) {
    if (is_recorded()) {
      give(end);
      return;
    }
    run->cut = end;
    run->wides = __fizzer_state.wides;
    scan(__fizzer_memory.conditions + run->result->first_condition + run->followed, end);
    if (is_lean()) {
      skim(end, run->conditions_left);
      return;
    }
  } else {
    run->result->unrecorded += FIZZER_CHUNK_CONDITIONS;
    scan(run->cut, end);
    __fizzer_state.wides = run->wides;
  }
  give(run->cut);
}

void fizzer_cut_end(struct fizzer_result *result) {
  struct fizzer_run *run = &__fizzer_run;
  struct fizzer_condition *next = __fizzer_state.next, *first = __fizzer_memory.conditions + result->first_condition;
  if (run->cut == NULL) {
    result->condition_count = (uint32_t)(next - first);
    return;
  }
  result->condition_count = (uint32_t)(run->cut - first);
  result->unrecorded += (uint32_t)(next - run->cut);
  if (is_lean()) {
    result->last = __fizzer_state.last;
  } else {
    scan(run->cut, next);
    result->last = next[-1].location;
  }
  __fizzer_state.wides = run->wides;
}
