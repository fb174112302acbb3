// tests: 1 | 0 | 5
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
  old(x, 2); old_struct(p); attributes(x); returns_function(x); parenthesised(x); twice(x); deep(x); returns_pointer(&x); always(x); variadic(1, x); computed(x);
  local_labels(x); assembly(x); extension(x); declarations(x); multiply(x); members(&p); fields(x); shadows(x); types(x); strings();
  attribute_statement(x); offset(); alignment(x); per_thread = argc ? 1 : 2;
  if (x == 5) stops(1);
  return argc > 100;
}
