// Exercises: divisions that the processor refuses: a divisor of zero is a condition where a handler of signals is.
// executions: 3500 (direct finds the divisor of zero; the remainder is 1000 almost everywhere: repair, 512, before the descents)
// forked: yes
extern int __VERIFIER_nondet_int(void);
extern void (*signal(int number, void (*handler)(int)))(int);
extern void exit(int status) __attribute__((noreturn));

static int quotient;

static void handler(int number) { exit(number); }

int main(void) {
  int x = __VERIFIER_nondet_int();
  signal(8, handler);
  quotient = 1000 % (x - 45054);
  if (quotient == 333) {
    return 2;
  }
  return 0;
}
