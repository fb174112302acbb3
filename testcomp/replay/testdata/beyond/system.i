// tests: 1
// goals: 6 3
# 1 "system.c"
# 1 "library.h" 1 3 4
extern int __VERIFIER_nondet_int(void);
static inline int used(int x) { if (x) return 1; else return 2; }
# 20 "system.c" 2
int f(int x) {
  if (x
# 30 "system.c" 3 4
     && x > 0
# 30 "system.c"
     ) x++;
  while (x > 100) x--;
  return used(x);
}

int main(void) { return f(__VERIFIER_nondet_int()); }
