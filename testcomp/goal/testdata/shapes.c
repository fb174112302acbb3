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
// A goal inside an array size or typeof ends the goals of a function. Those before it, and those of what surrounds it, stay.
extern int __VERIFIER_nondet_int(void);
int size(int x) { if (x) x++; int a[1 ? 4 : 5]; if (x) x++; return sizeof a + x; }
int variable(int x) { int a[x ? 4 : 5]; a[0] = 1; if (x) return 1; return a[0]; }
int plain_sizes(int x) { int a[4], b[x + 1]; a[0] = b[0] = 1; if (x) return 1; return 2; }
int inside_struct(int x) { struct { int a[1 ? 4 : 5]; } s; if (x) return sizeof s; return 0; }
int type(int x) { typeof(x ? 1 : 2) y = x; while (y) y--; return y; }
int type_elvis(int x) { typeof(x ?: 2) y = x; while (y) y--; return y; }
int type_statement(int x) { __typeof__(({ if (x) x++; x; })) y = x; return y ? 1 : 2; }
int around(int x) { if (x) { typeof(x ? 1 : 2) y = 3; if (y) x++; } else { if (x) x--; } while (x) x--; return x; }
int parameter(int x, int a[x ? 1 : 2]) { if (x) return 1; return 2; }
int typedefed(int x) { typedef int t[1 ? 2 : 3]; t y; if (x) return sizeof y; return 2; }
int two(int x) { int z[2][1 ? 3 : 4]; if (x) return sizeof z; return 3; }
int cast(int x) { int y = ((char[1 ? 1 : 2]){3})[0]; if (x) y++; return y; }
int in_case(int x) { switch (x) { case 1: { int a[1 ? 2 : 3]; return sizeof a; } case 2: x = 3; } return x; }
int index_is_none(int x) { int a[4] = {0}; a[x ? 1 : 2] = 3; if (x) return a[1]; return a[2]; }
int next_function(int x) { if (x) return 1; return 2; }
int main(void) {
  int x = __VERIFIER_nondet_int(), a[4] = {0};
  size(x); variable(x); plain_sizes(x); inside_struct(x); type(x); type_elvis(x); type_statement(x); around(x); parameter(x, a); typedefed(x);
  two(x); cast(x); in_case(x); index_is_none(x);
  return next_function(x);
}
// Declarations and statements of GNU C that a parser could stumble over.
extern int __VERIFIER_nondet_int(void);
typedef int number;
typedef __builtin_va_list list;
struct point { int x : 3, y : 4; union { int a; float b; } u; };
enum { A, B = 3, C };
struct point origin = { .x = 1, .u = { .a = 2 } }, points[] = { {1, 2}, [2] = {3} };
static const char *names[] = { "if", "else {", "a?b:c" };
int old(x, y) int x; number y; { if (x) return y; return 1; }
int old_struct(p) struct point p; { if (p.x) return 1; return 2; }
int attributes(int x) __attribute__((noinline)) __attribute__((aligned(16)));
int attributes(int x) { if (x) { __attribute__((unused)) int y = 3; } return x; }
__attribute__((constructor)) static void early(void) { if (A) names[0] = 0; }
struct point returns_struct(int x) { struct point p = origin; if (x) p.x = 0; return p; }
int (*returns_function(int x))(int) { if (x) return attributes; return 0; }
int (parenthesised)(int x) { if (x) return 1; return 2; }
int (__attribute__((unused)) (twice))(int x) { while (x) x--; return 2; }
int (*(*deep(int x))(int))(int) { return x ? returns_function : 0; }
int *returns_pointer(int *p) { while (*p > 0) (*p)--; return p; }
static inline __attribute__((always_inline)) int always(int x) { return x ? 1 : 2; }
int variadic(int n, ...) { list l; __builtin_va_start(l, n); int x = __builtin_va_arg(l, int); __builtin_va_end(l); if (x) return 1; return n; }
int computed(int x) { static void *targets[] = { &&one, &&two }; goto *targets[x ? 1 : 0]; one: if (x) return 1; return 2; two: return 3; }
int nested(int x) { int inner(int y) { if (y) return 1; return 0; } if (x) return inner(2); return inner(0); }
int local_labels(int x) { __label__ out; if (x) goto out; x++; out: return x; }
int assembly(int x) { __asm__ volatile("nop"); asm("" : "=r"(x) : "0"(x) : "memory"); if (x) return 1; return 2; }
int extension(int x) { return __extension__ ({ int y = x; y ? 3 : 4; }); }
int declarations(int x) { number y = x ? 1 : 2, *p = &y, a[3] = { 1, x ? 2 : 3 }; label: ; number z = *p; if (z == 9) goto label; return a[1]; }
int multiply(int x) { int y = 2, *z = &y; x * y; x * *z; (void)(x * y); return x * y ? 1 : 2; }
int members(struct point *p) { if (p->u.a) p->x = 1; return p->y ? 1 : 2; }
int fields(int x) { struct { unsigned a : 2; unsigned b : 3; } s = { 1, 2 }; s.a = x; if (s.a) return s.b; return 0; }
int shadows(int x) { struct if_ { int else_; } w = { x }; enum local { P, Q } e = Q; { int x = w.else_; if (x == e) return 1; } return 2; }
int types(int x) { unsigned long long u = x; _Bool b = x; long double l = x; _Complex double c = x; return u && b || l > 3 ? __real__ c : 1; }
int strings(void) { const char *s = "a \" { ? : ;" "} else"; return s[0] ? '{' : '"'; }
int attribute_statement(int x) { switch (x) { case 1: x++; __attribute__((fallthrough)); case 2: x++; } return x; }
_Static_assert(sizeof(int) == 4, "int");
_Noreturn void stops(int x) { if (x) __builtin_exit(0); for (;;) ; }
_Thread_local int per_thread;
int offset(void) { return __builtin_offsetof(struct point, u) > 3 ? 1 : 2; }
int alignment(int x) { _Alignas(16) int y = x; return _Alignof(y) > 4 ? y : 2; }
int main(argc, argv) int argc; char **argv; {
  int x = __VERIFIER_nondet_int();
  struct point p = returns_struct(x);
  old(x, 2); old_struct(p); attributes(x); returns_function(x); parenthesised(x); twice(x); deep(x); returns_pointer(&x); always(x); variadic(1, x); computed(x); nested(x);
  local_labels(x); assembly(x); extension(x); declarations(x); multiply(x); members(&p); fields(x); shadows(x); types(x); strings();
  attribute_statement(x); offset(); alignment(x); per_thread = argc ? 1 : 2;
  if (x == 5) stops(1);
  return argc > 100;
}
// Assertions and aborts in the forms that TestCov's patterns match.
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void
__assert_fail(const char *, const char *, unsigned int, const char *)
  __attribute__((__nothrow__, __leaf__)) __attribute__((__noreturn__));
void check(int x) { if (x == 1) __assert_fail("x", "asserts.c", 3, "check"); }
void choose(int x) { ((x != 5) ? (void)(0) : __assert_fail("x", "asserts.c", 4, "choose")); }
void at_once(int x) { if (x == 7)abort(); }
void several(int x) { if (x == 8) {abort();} else if (x == 9) { x++; abort();} else if (x == 10) {
    abort();
  }
  if (x == 11) goto fail;
  return;
fail: abort();
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  check(x); choose(x); at_once(x); several(x);
  return 0;
}
