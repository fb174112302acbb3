// Exercises: calls through pointers in a table, each callee with a condition of its own.
// executions: 900 (the index is a range; each of three callees a linear condition: 40 bit flips and a descent of 8)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

static int add(int x) { return x == 1234 ? 1 : 0; }
static int sub(int x) { return x < -5678 ? 2 : 0; }
static int mul(int x) { return x * 3 == 999 ? 3 : 0; }

static int (*const operations[])(int) = {add, sub, mul};

int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  if (i > 2) {
    return -1;
  }
  return operations[i](__VERIFIER_nondet_int());
}
