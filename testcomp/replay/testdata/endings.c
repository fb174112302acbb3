// tests: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 x | 16 1.5 | 17 | 18 | 19 | 20 | 21 | 22
// What ends a test decides whether its coverage counts. Each ending has a case of its own.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
extern void exit(int);
extern void _exit(int);
extern int raise(int), atexit(void (*)(void)), fork(void), wait(int *), pause(void);
extern void quick_exit(int);
extern void (*signal(int, void (*)(int)))(int);
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
int never;
void late(void) { if (never) exit(9); }
void handler(int number) { if (number == 6) exit(3); }
int recurse(int x) { volatile char room[4096]; room[x % 4096] = 1; return x < 0 ? 0 : recurse(x + 1) + room[0]; }
void assume_abort_if_not(int c) { if (!c) abort(); }
void brace_abort(int c) { if (!c) {abort();} }
void many_aborts(int c) { if (c == 1) abort(); else if (c == 2) { abort(); } }
int main(void) {
  int *null = 0, zero = 0;
  switch (__VERIFIER_nondet_int()) {
  case 0: return 7;
  case 1: exit(3);
  case 2: abort();
  case 3: abort ();
  case 4: __assert_fail("0", "f", 1, "main");
  case 5: *null = 1;
  case 6: return 5 / zero;
  case 7: __VERIFIER_nondet_int(); return 0;
  case 8: __VERIFIER_assume(0);
  case 9: atexit(late); return 0;
  case 10: _exit(0);
  case 11: quick_exit(0);
  case 12: signal(6, handler); abort();
  case 13: raise(15);
  case 14: wait(null); raise(9);
  case 15: __VERIFIER_nondet_int(); return 0;
  case 16: __VERIFIER_nondet_int(); return 0;
  case 17: assume_abort_if_not(0);
  case 18: brace_abort(0);
  case 19: many_aborts(2);
  case 20: return recurse(0);
  case 21: signal(11, handler); raise(11); return 0;
  case 22: many_aborts(1);
  }
  return 0;
}
