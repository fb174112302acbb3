// tests: 1 1 | 0 | 7 0 3
// a ? b : c wherever it can stand.
extern int __VERIFIER_nondet_int(void);
int g(int x) { return x + 1; }
struct pair { int a, b; };
int simple(int x) { return x ? 1 : 2; }
int nested(int x) { return x ? x > 1 ? 1 : 2 : x < 0 ? 3 : 4; }
int chain(int x) { int y = x == 1 ? 1 : x == 2 ? 2 : x == 7 ? 7 : 0; return y; }
int elvis(int x) { return x ?: 3; }
int elvis_inside(int x) { return x ? (x ?: 1) : 2; }
int arguments(int x) { return g(x ? 1 : 2) + g((x) ? (3) : (4)); }
int conditions(int x) { if (x ? 1 : 0) x++; while (x > 3 ? 1 : 0) x--; for (int i = x ? 0 : 1; i < (x ? 2 : 3); i += x ? 1 : 2) x ^= i; do x++; while (x < 3 ? 1 : 0); return x; }
int in_switch(int x) { switch (x ? 1 : 2) { case 1: return 1; default: return 2; } }
int index(int x) { int a[4] = { x ? 1 : 2, 3, x ? 4 : 5 }; return a[x ? 1 : 2]; }
int designated(int x) { struct pair p = { .b = x ? 1 : 2, .a = 3 }; int a[5] = { [0 ... 2] = x ? 1 : 2, [4] = 9 }; return p.a + p.b + a[1]; }
int literals(int x) { struct pair p = (struct pair){ x ? 1 : 2, 3 }; int *q = (int[]){ x ? 3 : 4, 5 }; return p.a + q[0]; }
void voids(int x) { x ? (void)0 : (void)g(x); return x ? (void)g(1) : (void)0; }
int commas(int x) { return x ? g(1), g(2) : (g(3), g(4)); }
int strings(int x) { const char *s = x ? "a?b:c" : ":?"; return s[0] == '?' ? 1 : ':'; }
struct pair structs(int x) { struct pair p = {1, 2}, q = {3, 4}; return x ? p : q; }
int assigned(int x) { int y; y = x ? 1 : 2; y += x ? 3 : 4; return y; }
int floats(int x) { double d = x ? 1. : .5; return d > (x ? 1e-3 : 0x1p+3) ? 1 : 2; }
int sizes(int x) { return sizeof(x ? 1 : 2) + sizeof x; }
int logic(int x) { return (x ? 1 : 2) && (x > 1 ? 0 : 1) || (x ? 3 : 4); }
int statement(int x) { int y = ({ int z = x; if (z) z++; else z--; z ? 1 : 2; }); return y; }
int deep(int x) { return x ? ({ int z = 0; while (z < 2) z++; z; }) : ({ switch (x) { case 0: x = 4; } x; }); }
int generic(int x) { return _Generic(x, int: x ? 1 : 2, default: 4); }
int assembly(int x) { __asm__ volatile("" : : "r"(x ? 1 : 2)); return x; }
int constant(void) { return 1 ? 2 : 3; }
int pointers(int x) { int *p = x ? 0 : &x; int (*f)(int) = x ? g : simple; return p ? f(1) : f(2); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  simple(x); nested(x); chain(x); elvis(x); elvis_inside(x); arguments(x); conditions(x); in_switch(x); index(x); designated(x); literals(x);
  voids(x); commas(x); strings(x); structs(x); assigned(x); floats(x); sizes(x); logic(x); statement(x); deep(x); generic(x); assembly(x);
  constant(); pointers(x);
  return __VERIFIER_nondet_int() ? 1 : __VERIFIER_nondet_int();
}
int outside = 1 ? 2 : 3;
