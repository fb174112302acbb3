// Exercises: a program of three files with static functions of the same name, a common variable and a prototype in K&R style.
// executions: 250 (two linear conditions: 35 and 69 runs of sensitivity, a descent of 9 each)
// with: parts/first.c parts/second.c
extern int first(int x);
extern int second();
extern int __VERIFIER_nondet_int(void);

int common_count;

static int check(int x) { return x + common_count; }

int main(void) {
  int a = first(__VERIFIER_nondet_int());
  int b = second(__VERIFIER_nondet_int());
  return check(a + b);
}
