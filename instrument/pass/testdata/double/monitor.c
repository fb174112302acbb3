/* A test double of the runtime's hot path: it passes each record on to be printed. */
#include <stdbool.h>
#include <stdint.h>

void double_condition(uint32_t location, bool outcome, uint64_t left, uint64_t right);
void double_wide(uint64_t left_high, uint64_t right_high);
void double_event(const char *name, uint32_t number);

static uint32_t depth;

void __fizzer_condition(uint32_t location, bool outcome, uint64_t left, uint64_t right) {
  double_condition(location, outcome, left, right);
}

void __fizzer_condition_wide(uint32_t location, bool outcome, uint64_t left, uint64_t left_high, uint64_t right,
                             uint64_t right_high) {
  double_wide(left_high, right_high);
  double_condition(location, outcome, left, right);
}

uint32_t __fizzer_call_begin(uint32_t call) {
  double_event("begin", call);
  return depth++;
}

void __fizzer_call_end(uint32_t context) {
  depth = context;
  double_event("end", context);
}

uint64_t __fizzer_calls_open(void) { return depth; }

void __fizzer_calls_return(uint64_t calls) {
  depth = (uint32_t)calls;
  double_event("again", depth);
}

void __fizzer_last_call(uint32_t call) { double_event("last", call); }

void __fizzer_divide_by_zero(void);
void __fizzer_division(bool refused) {
  if (refused) {
    __fizzer_divide_by_zero();
  }
}

void __fizzer_step(void) { double_event("step", 0); }
