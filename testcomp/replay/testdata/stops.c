// tests: 1 | 0
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
