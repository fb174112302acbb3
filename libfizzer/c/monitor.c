/* The hot path: compiled to IR and inlined into the program. Nothing here allocates, locks or calls libc. */
#include "monitor.h"
#include "state.h"

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)

/*
 * In the lean form of a program most conditions are not recorded. So the function that records one is not inlined, and
 * where the compiler can do that, it leaves the program's registers alone.
 */
#if !defined FIZZER_LEAN
#define RECORD static inline
#elif defined __x86_64__
#define RECORD __attribute__((noinline, cold, preserve_most)) static
#else
#define RECORD __attribute__((noinline, cold)) static
#endif

#ifdef FIZZER_LEAN

static inline bool records(void) { return UNLIKELY(__fizzer_state.recording != 0); }

/* Counts a condition and looks whether its direction is covered, in any context. */
static inline void pass(uint32_t location, bool outcome) {
  struct fizzer_state *state = &__fizzer_state;
  struct fizzer_condition *next = state->next;
  if (UNLIKELY(next == state->end)) {
    __fizzer_full();
  }
  state->next = next + 1;
  state->last = location | (outcome ? FIZZER_DIRECTION_BIT : 0);
  uint32_t missing = state->missing[location << 1 | outcome];
  if (UNLIKELY(missing != 0)) {
    __fizzer_novel(missing);
  }
}

#else

static inline bool records(void) { return true; }
static inline void pass(uint32_t location, bool outcome) { (void)location, (void)outcome; }

#endif

RECORD void record(uint32_t location, bool outcome, uint64_t left, uint64_t right, uint32_t wide) {
  struct fizzer_state *state = &__fizzer_state;
  struct fizzer_condition *condition = state->next;
  if (UNLIKELY(condition == state->end)) {
    __fizzer_full();
    if (!records()) {
      pass(location, outcome);
      return;
    }
    condition = state->next;
  }
  uint32_t directed = location | (outcome ? FIZZER_DIRECTION_BIT : 0);
  condition->location = directed;
  condition->context = state->context;
  condition->left = left;
  condition->right = right;
  condition->path = state->path;
  condition->input_bytes = state->input_bytes;
  condition->wide = wide;
  state->next = condition + 1;
  state->path = fizzer_extend(state->path, directed, state->context);
}

void __fizzer_condition(uint32_t location, bool outcome, uint64_t left, uint64_t right) {
  if (records()) {
    record(location, outcome, left, right, 0);
  } else {
    pass(location, outcome);
  }
}

void __fizzer_condition_wide(uint32_t location, bool outcome, uint64_t left, uint64_t left_high, uint64_t right,
                             uint64_t right_high) {
  if (records()) {
    record(location, outcome, left, right, __fizzer_record_wide(left_high, right_high));
  } else {
    pass(location, outcome);
  }
}

uint32_t __fizzer_call_begin(uint32_t call) {
  struct fizzer_state *state = &__fizzer_state;
  uint32_t context = state->context;
  state->call = call;
  if (UNLIKELY(++state->depth > state->limit_depth)) {
    __fizzer_end(FIZZER_ENDING_LIMIT_DEPTH, 0);
  }
  if (state->depth <= state->context_depth) {
    state->context = (((context << 5) | (context >> 27)) ^ (call + 1)) * 0x9e3779b1u;
  }
  return context;
}

void __fizzer_call_end(uint32_t context) {
  __fizzer_state.context = context;
  __fizzer_state.depth--;
}

uint64_t __fizzer_calls_open(void) { return (uint64_t)__fizzer_state.depth << 32 | __fizzer_state.context; }

void __fizzer_calls_return(uint64_t calls) {
  __fizzer_state.context = (uint32_t)calls;
  __fizzer_state.depth = (uint32_t)(calls >> 32);
}

void __fizzer_last_call(uint32_t call) { __fizzer_state.call = call; }

void __fizzer_division(bool refused) {
  if (UNLIKELY(refused)) {
    __fizzer_divide_by_zero();
  }
}

void __fizzer_step(void) {
  if (UNLIKELY(__fizzer_state.steps-- == 0)) {
    __fizzer_end(FIZZER_ENDING_LIMIT_STEPS, 0);
  }
}
