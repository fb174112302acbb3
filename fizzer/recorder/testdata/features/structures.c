/* Bit-fields, unions, structures by value, small and large, and through pointers. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);

struct bits {
  unsigned a : 3;
  int b : 5;
  unsigned c : 17;
  unsigned long long d : 33;
};
struct small {
  int x;
  char y;
};
struct pair {
  long a, b;
};
struct floats {
  float a, b;
};
struct large {
  int values[40];
  struct small inner;
};
union both {
  unsigned whole;
  unsigned char bytes[4];
  float real;
};

static struct bits fill(unsigned v) {
  struct bits b = {.a = v, .b = (int)v, .c = v * 3, .d = v};
  return b;
}
static int sum_small(struct small s) { return s.x + s.y; }
static struct small make_small(int x) { return (struct small){x, (char)x}; }
static struct pair make_pair(long a) { return (struct pair){a, a + 1}; }
static long take_pair(struct pair p) { return p.a * 2 + p.b; }
static struct floats make_floats(float a) { return (struct floats){a, a + 1}; }
static float take_floats(struct floats f) { return f.a + f.b; }
static struct large make_large(int v) {
  struct large l = {{0}};
  l.values[7] = v;
  l.inner.x = v + 1;
  return l;
}
static int take_large(struct large l) { return l.values[7] + l.inner.x + l.values[8]; }

int main(void) {
  unsigned v = __VERIFIER_nondet_uint();
  int hits = 0;
  struct bits b = fill(v);
  hits += b.a == 5, hits += b.b == -3, hits += b.c == 1234, hits += b.d == 99;
  b.c += b.a;
  hits += b.c == 77;
  union both u = {.whole = v};
  hits += u.bytes[0] == 1, hits += u.bytes[3] == 2, hits += u.real > 1.5f;
  u.bytes[1] = (unsigned char)__VERIFIER_nondet_int();
  hits += u.whole == 0x01020304;
  struct small s = make_small((int)v), t = s;
  hits += sum_small(t) == 44;
  struct pair p = make_pair((long)v);
  hits += take_pair(p) == 55;
  hits += take_floats(make_floats(__VERIFIER_nondet_float())) > 3;
  struct large l = make_large((int)v), *q = &l;
  hits += take_large(*q) == 77;
  l = make_large(3);
  hits += q->values[7] == (int)v;
  return hits;
}
