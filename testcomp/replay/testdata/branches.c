// tests: 1 2 3 | -5 0 7 9 | 0 0 0 0 0 0
// if and else in all spellings.
extern int __VERIFIER_nondet_int(void);
int braces(int x) { if (x > 0) { return 1; } return 0; }
int none(int x) { if (x > 1) return 1; else return 0; }
int chain(int x) {
  if (x == 1) { x = 2; } else if (x == 2) x = 3; else if (x == 7) { x = 5; } else x = 6;
  return x;
}
int open_chain(int x) { if (x == 1) x = 2; else if (x == 2) x = 3; return x; }
int nested(int x) { if (x) if (x > 2) x = 1; else x = 2; return x; }
int both(int x) { if (x > 0 && x < 3 || !x) { x++; } return x; }
int empty(int x) { if (x); if (x) ; else; if (x) {} else {} return x; }
int constant(int x) { if (0) x = 1; if (1) x = 2; else x = 3; if (0) { x = 4; } else { x = 5; } return x; }
int labelled(int x) { if (x) again: x--; else there: x++; if (x > 5) goto again; if (x < -5) goto there; return x; }
int early(int x) { return x; if (x) x = 1; return 3; }
static int uncalled(int x) { if (x) return 1; return 2; }
static inline int also_uncalled(int x) { while (x) x--; return 2; }
int external_uncalled(int x) { if (x) return 1; return 2; }
int comments(int x) { if (x) /* if (x) else */ x++; // else
  else /* { */ x--; "if (x) { } else"; return '}' + '\'' + x; }
int if_(int iff) { int else_ = iff; return else_; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  braces(x); none(x); chain(x); open_chain(x); nested(x); both(x); empty(x); constant(x); labelled(x); early(x); comments(x); if_(x);
  int y = __VERIFIER_nondet_int();
  chain(y); nested(y);
  if (__VERIFIER_nondet_int()) return 1;
  __VERIFIER_nondet_int();
  return 0;
}
