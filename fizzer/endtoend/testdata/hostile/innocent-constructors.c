/*
 * tries: nothing, but has constructors, an ifunc and a section of initializers
 * sees: works
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

static int steps;

__attribute__((constructor(200))) static void first(void) { steps = steps * 10 + 1; }
__attribute__((constructor)) static void second(void) { steps = steps * 10 + 2; }

static void third(void) { steps = steps == 12 ? 123 : 0; }
__attribute__((section(".init_array"), used)) static void (*list[])(void) = {third};
static void zeroth(int count, char **arguments) { steps = arguments != 0 && count > 0 && steps == 0 ? 0 : 7; }
__attribute__((section(".preinit_array"), used)) static void (*before)(int, char **) = zeroth;
static int last;
static void fourth(void) {
  if (last == 0) {
    last = 1;
  }
}
__attribute__((section(".fini_array"), used)) static void (*behind)(void) = fourth;

static int three(void) { return 3; }
static int four(void) { return 4; }
static int (*choose(void))(void) {
  int kinds = 0;
  for (int i = 0; i < 100; i++) {
    kinds += i % 2 == last;
  }
  return kinds == 50 ? three : four;
}
int chosen(void) __attribute__((ifunc("choose")));

int main(int count, char **arguments) {
  if (count == 1 && arguments[1] == 0 && steps == 123 && chosen() == 3 && __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  return 0;
}
