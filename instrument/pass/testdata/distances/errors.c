// Ways to reach_error: direct, through a call that asserts, by an exit handler, by a signal handler, by a jump, through a
// pointer. There are also places from which no way leads there.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern int atexit(void (*)(void));
extern void (*signal(int, void (*)(int)))(int);
extern int raise(int);
extern int setjmp(long *) __attribute__((returns_twice));
extern void longjmp(long *, int) __attribute__((noreturn));

void reach_error(void) {}

void check(int condition) {
  if (!condition) {
    reach_error();
  }
}

int state;

void at_end(void) { check(state != 5); }
void handler(int number) { check(number != 3); }
void good(int x) { state = x > 10; }
void bad(int x) { check(x != 20); }

long place[50];

void leave(int x) {
  if (x == 30) {
    longjmp(place, 1);
  }
  abort();
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a > 3 && b < 5) {
    check(b);
  }
  if (a == 40) {
    if (b == 41) {
      return 1;
    }
    abort();
  }
  switch (a) {
  case 50:
    atexit(at_end);
    return 0;
  case 51:
    signal(3, handler);
    raise(3);
    abort();
  case 52:
    if (setjmp(place)) {
      check(b);
    }
    leave(b);
  }
  void (*chosen)(int) = b ? good : bad;
  chosen(a);
  return 0;
}
