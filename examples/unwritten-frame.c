// Exercises: a local array that nobody wrote holds what an earlier call left on the stack. On the target it is zero.
// family: Arrays
// expected: 10/10 goals
// budget: 20000 executions
extern int __VERIFIER_nondet_int(void);
int g;
int fill(int n) {
  int local[20];
  for (int i = 0; i < 20; i++)
    local[i] = n + i;
  g = local[n & 7];
  return local[3];
}
int use(void) {
  int local[20];
  int k = 0;
  for (int i = 0; i < 20; i++)
    if (local[i] > 10)
      k++;
  return k;
}
int main(void) {
  int c = __VERIFIER_nondet_int();
  fill(c);
  int k = use();
  if (k > 15)
    return 1;
  if (k > 5)
    return 2;
  return 0;
}
