// Exercises: switches with sparse, negative and grouped cases, one that falls through, one over a character.
// family: ControlFlow
// expected: 11/11 goals
// budget: 200000 executions
typedef unsigned int size_t;
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int weight(int code) {
  int result = 0;
  switch (code) {
  case -2147483647:
    result = 1;
    break;
  case 7:
  case 70:
    result = 2;
    break;
  case 65537:
    result = 3;
  case 65539:
    result += 10;
    break;
  case 2000000011:
    return 40;
  default:
    result = 5;
    break;
  }
  return result;
}
int main(void) {
  int total = weight(__VERIFIER_nondet_int());
  switch (__VERIFIER_nondet_uchar()) {
  case 'A':
    total += 100;
    break;
  case 200:
    total += 200;
    break;
  }
  if (total == 213)
    return 1;
  return 0;
}
