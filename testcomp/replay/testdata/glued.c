// tests: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14
// Calls of abort() behind an if, an else or a loop: braces of TestCov's directly precede some, and then its pattern does not match.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
int reached;
void same_line(int x) { if (x > 99) reached = 1; abort(); }
void next_line(int x) {
  if (x > 99)
    reached = 2;

  abort();
}
void own_braces(int x) {
  if (x > 99) {
    reached = 3;
  }
  abort();
}
void chain(int x) { if (x > 99) reached = 4; else if (x > 98) reached = 5;
  abort();
}
void else_same_line(int x) { if (x > 99) reached = 6; else reached = 7; abort(); }
void else_next_line(int x) {
  if (x > 99) reached = 8; else reached = 9;
  abort();
}
void else_braces(int x) { if (x > 99) reached = 10; else { reached = 11; } abort(); }
void else_loop(int x) { if (x > 99) reached = 12; else while (x > 98) x--; abort(); }
void loop(int x) { while (x > 99) x--; abort(); }
void loop_braces(int x) { while (x > 99) { x--; } abort(); }
void inner(int x) { if (x < 99) { if (x > 98) reached = 13; abort(); } }
void nested(int x) { if (x > 98) if (x > 99) reached = 14; else reached = 15; abort(); }
void label(int x) { if (x > 99) reached = 16; fail: abort(); }
void twice(int x) { if (x > 99) reached = 17; abort(); { abort(); } }
int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x) {
  case 0: same_line(x);
  case 1: next_line(x);
  case 2: own_braces(x);
  case 3: chain(x);
  case 4: else_same_line(x);
  case 5: else_next_line(x);
  case 6: else_braces(x);
  case 7: else_loop(x);
  case 8: loop(x);
  case 9: loop_braces(x);
  case 10: inner(x);
  case 11: nested(x);
  case 12: label(x);
  case 13: twice(x);
  }
  return 0;
}
