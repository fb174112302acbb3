// What a program sees of the memory that it shares with the engine. gcc's build, which has none, sees a null pointer.
#include <stddef.h>

struct memory {
  struct fizzer_control *control;
  struct fizzer_input *inputs;
  unsigned char *input_bytes;
  struct fizzer_result *results;
  struct fizzer_condition *conditions;
  struct fizzer_wide *wides;
  struct fizzer_read *reads;
  unsigned char *read_bytes;
};

extern struct memory __fizzer_memory __attribute__((weak));
extern int __VERIFIER_nondet_int(void);
extern short __VERIFIER_nondet_short(void);
extern void reach_error(void);

// Some conditions, so that there is something to find. One run in four does harm.
static int decide(void) {
  int x = __VERIFIER_nondet_int();
  short y = __VERIFIER_nondet_short();
  int found = 0;
  if (x > 1000) {
    found = 1;
  }
  if (y == 77) {
    found = 2;
  }
  if (x == y + 5) {
    found = 3;
  }
  if (&__fizzer_memory == NULL) {
    return 0;
  }
  return found != 1 && (x & 3) == 1;
}
