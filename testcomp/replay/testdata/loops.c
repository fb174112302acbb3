// tests: 3 2 | 0 0 | 1
// Loops: bodies and exits, those that nobody leaves, and those without a body.
extern int __VERIFIER_nondet_int(void);
int while_(int x) { while (x > 0) x--; return x; }
int while_block(int x) { while (x > 0) { x--; continue; } return x; }
int do_(int x) { do x--; while (x > 0); return x; }
int do_block(int x) { do { x--; if (x == 1) break; } while (x > 0); return x; }
int do_once(int x) { do { x++; } while (0); return x; }
int for_(int x) { int s = 0; for (int i = 0; i < x; i++) s += i; return s; }
int for_bare(int x) { for (;;) { if (x-- < 0) break; } return x; }
int for_return(int x) { for (;;) { if (x-- < 0) return 1; } return x; }
int while_true_goto(int x) { while (1) { if (x-- < 0) goto out; } x = 5; out: return x; }
int empty(int x) { while (x-- > 0); for (; x < 3; x++); for (; x < 4; x++) {} return x; }
int nested(int x) { for (int i = 0; i < x; i++) for (int j = 0; j < i; j++) while (j < 1) j++; return x; }
int do_in_if(int x) { if (x) do x--; while (x > 0); else while (x < 2) x++; return x; }
int loop_in_do(int x) { do while (x > 3) x--; while (x-- > 0); return x; }
int if_in_do(int x) { do if (x > 1) x--; else x -= 2; while (x > 0); return x; }
int never(int x) { while (0) x++; for (; 0;) x++; return x; }
int comma(int x) { int i, j; for (i = 0, j = x; i < j; i++, j--) { } return i; }
int after_goto(int x) { goto out; while (x) x--; out: return x; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  while_(x); while_block(x); do_(x); do_block(x); do_once(x); for_(x); for_bare(x); for_return(x); while_true_goto(x);
  empty(x); nested(x); do_in_if(x); loop_in_do(x); if_in_do(x); never(x); comma(x); after_goto(x);
  x = __VERIFIER_nondet_int();
  while (1) { if (x > 100) return 0; x += 40; }
}
