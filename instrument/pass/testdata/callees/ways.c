// Ways by which pointers to functions of one type go from where they are named to where they are called. The comment behind a call has
// the functions that its pointer may hold; "any": the way is not seen.
#include <stdlib.h>
#include <string.h>

typedef int (*function)(int);
void *dlsym(void *, const char *);
int __VERIFIER_nondet_int(void);

#define DEFINE(name) int name(int x) { return x > 7 ? x : 0; }
DEFINE(a0) DEFINE(a1) DEFINE(b0) DEFINE(b1) DEFINE(c0) DEFINE(c1) DEFINE(d0) DEFINE(d1) DEFINE(e0) DEFINE(e1)
DEFINE(f0) DEFINE(f1) DEFINE(g0) DEFINE(g1) DEFINE(h0) DEFINE(h1) DEFINE(i0) DEFINE(i1) DEFINE(j0) DEFINE(j1)
DEFINE(k0) DEFINE(k1) DEFINE(l0) DEFINE(l1) DEFINE(m0) DEFINE(m1) DEFINE(n0) DEFINE(n1) DEFINE(o0)

struct operations {
  int kind;
  function open, close;
};
const struct operations first = {1, a0, b0}, second = {2, a1, b1};

function table[2] = {c0, c1};
function sparse[32] = {d0, d1};

struct handler {
  void *owner;
  function call;
};
struct handler handlers[4];
void subscribe(int n, function call) { handlers[n & 3].call = call; }

int through(function *all, int n) { return all[n & 1](3); } // f0 f1

struct shared {
  int kind;
  union {
    function call;
    long number;
  } either;
};
int of_union(struct shared *s) { return s->either.call(1); } // g0 g1

function chosen(int n) { return n ? h0 : h1; }

void fill(function *place, int n) { *place = n ? i0 : i1; }

struct packed {
  unsigned bits : 3;
  union {
    char text[12];
    function call;
  } either;
};
struct packed odd[2] = {{1, {.call = k0}}, {2, {.call = k1}}};

int by_value(struct handler h, int n) { return h.call(n); } // e0 e1 l0 l1

int main(void) {
  int n = __VERIFIER_nondet_int();
  const struct operations *operations = n & 1 ? &first : &second;
  operations->open(n);  // a0 a1
  operations->close(n); // b0 b1
  table[n & 1](n);      // c0 c1
  sparse[n & 1](n);     // d0 d1
  subscribe(n, e0);
  subscribe(n, e1);
  handlers[n & 3].call(n); // e0 e1 l0 l1
  function local[2] = {f0, f1};
  through(local, n);
  struct shared s = {1, {.call = n ? g0 : g1}};
  of_union(&s);
  chosen(n)(n); // h0 h1
  function here;
  fill(&here, n);
  here(n); // i0 i1
  function *heap = malloc(2 * sizeof(function));
  heap[0] = j0;
  heap[1] = j1;
  heap[n & 1](n);           // j0 j1
  odd[n & 1].either.call(n); // k0 k1
  struct handler value = {0, n ? l0 : l1};
  by_value(value, n);
  function copy[2], pair[2] = {m0, m1};
  memcpy(copy, pair, sizeof copy);
  copy[n & 1](n); // m0 m1
  unsigned long number = (unsigned long)(n ? n0 : n1);
  ((function)(number & ~1ul))(n);        // n0 n1
  ((function)dlsym(0, "unseen"))(n);     // any
  function only = o0;
  return only(n); // o0
}
