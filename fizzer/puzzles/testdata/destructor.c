// Exercises: destructors in their order, after an exit handler, when main returns and when exit is called.
// executions: 400 (two linear conditions of 32 bits: 35 and 69 runs of sensitivity, a descent of 9 each)
extern int __VERIFIER_nondet_int(void);
extern void exit(int status) __attribute__((noreturn));
extern int atexit(void (*handler)(void));

static int x, order;

static void __attribute__((destructor(200))) last(void) {
  if (x == 7117) {
    order++;
  }
}

static void __attribute__((destructor(300))) before_last(void) { order = order * 10 + 2; }

static void handler(void) { order = 1; }

int main(void) {
  atexit(handler);
  x = __VERIFIER_nondet_int();
  if (x == 909) {
    exit(1);
  }
  return 0;
}
