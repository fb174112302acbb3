// Exercises: definitions in the style of Kernighan and Ritchie, implicit int, implicit declarations.
// executions: 250 (two linear conditions: 35 and 69 runs of sensitivity, a descent of 9 each)
static twice();

add(a, b)
int a;
int b;
{
  return a + b;
}

main() {
  register x = __VERIFIER_nondet_int();
  short y = __VERIFIER_nondet_short();
  if (add(x, twice(4)) == 50008) {
    return 1;
  }
  if (y < -30000) {
    return 2;
  }
  return 0;
}

static twice(x) { return 2 * x; }
