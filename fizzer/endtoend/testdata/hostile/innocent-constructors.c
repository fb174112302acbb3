/*
 * tries: nothing, but has constructors, an ifunc and a section of initializers
 * sees: works
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

static int steps;

__attribute__((constructor(200))) static void first(void) { steps = steps * 10 + 1; }
__attribute__((constructor)) static void second(void) { steps = steps * 10 + 2; }

static int three(void) { return 3; }
static int (*choose(void))(void) { return three; }
int chosen(void) __attribute__((ifunc("choose")));

int main(void) {
  if (steps == 12 && chosen() == 3 && __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  return 0;
}
