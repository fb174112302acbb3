/*
 * tries: to make the compilers work without end: types of types
 * sees: limits, memory
 */
extern int __VERIFIER_nondet_int(void);
#define S(a, b) struct b { struct a x0, x1, x2, x3, x4, x5, x6, x7; };
struct s0 { char x; };
S(s0, s1) S(s1, s2) S(s2, s3) S(s3, s4) S(s4, s5) S(s5, s6) S(s6, s7)

static struct s7 all = {0}, others = {1};

int main(void) {
  all = others;
  return __VERIFIER_nondet_int() + ((char *)&all)[0];
}
