// tests: 1 | 2 5 | 3 | 9 1 1 | 100
// switch: cases in a row, ranges, nested ones, blocks, no default, code that no case reaches.
extern int __VERIFIER_nondet_int(void);
enum colour { RED = 1, GREEN, BLUE };
int plain(int x) { switch (x) { case 1: x = 2; break; case 2: x = 3; break; default: x = 4; } return x; }
int fall(int x) { switch (x) { case 1: case 2: case 3: x++; case 4: x++; break; case 5: ; } return x; }
int range(int x) { switch (x) { case 1 ... 4: return 1; case 5 ... 100: { return 2; } } return 3; }
int blocks(int x) { switch (x) { case 1: { x = 2; break; } case 2: { case 3: x = 4; } } return x; }
int nested(int x, int y) { switch (x) { case 1: switch (y) { case 1: x = 5; break; default: x = 6; } break; case 9: if (y) x = 7; } return x; }
int dead(int x) { switch (x) { x = 3; case 1: return 1; x = 4; if (x) return 2; case 2: break; } return x; }
int enumerators(enum colour c) { switch (c) { case RED: return 1; case GREEN: return 2; case BLUE: default: return 3; } }
int labels(int x) { switch (x) { case 1: here: x = 9; there: case 2: x++; } if (x == 100) goto here; if (x == 101) goto there; return x; }
int duff(int x) { int n = 0; switch (x % 4) { case 0: do { n++; case 3: n++; case 2: n++; case 1: n++; } while (--x > 0); } return n; }
int last(int x) { switch (x) { case 1: x = 3; default: ; } switch (x) { case 5: x = 1; case 6: ; } return x; }
int characters(int x) { switch ((char)x) { case 'a': return 1; case ':': return 2; case '\'': return 3; case 1 + 2: return 4; case (1): return 5; } return 0; }
int constant(void) { switch (3) { case 1: return 1; case 3: return 3; default: return 0; } }
int negative(long long x) { switch (x) { case -1: return 1; case 0x100000000LL: return 2; case sizeof(int): return 3; } return 0; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  plain(x); fall(x); range(x); blocks(x); nested(x, x); dead(x); enumerators(x); labels(x); duff(x); last(x); characters(x); constant(); negative(x);
  int y = __VERIFIER_nondet_int();
  switch (y) { case 1: nested(9, y); break; case 5: { nested(1, y); } }
  return __VERIFIER_nondet_int();
}
