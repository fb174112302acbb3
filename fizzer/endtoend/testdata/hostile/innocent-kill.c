/*
 * tries: nothing, but has functions of its own that are called kill, raise, signal and alarm
 * sees: works
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

static int alive = 3;

int kill(int how_many) { return alive -= how_many; }
int raise(int how_many) { return alive += how_many; }
int signal(int a) { return a; }
int alarm(int a) { return a + 1; }

int main(void) {
  if (kill(2) == 1 && raise(5) == 6 && signal(4) == 4 && alarm(1) == 2 && __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  return 0;
}
