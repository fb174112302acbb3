// Exercises: a switch on a computed value.
// executions: 20000
// goal: error
void reach_error(void) {}
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  switch ((x * 2654435761u) ^ (y << 5 | y >> 27)) {
  case 0x12345678:
    if (x % 1000 == 1 && y > 77)
      break;
    return 0;
  case 0x9abcdef0:
    if (x % 1000 == 999)
      break;
    return 0;
  default:
    return 0;
  }
  switch (y % 4093) {
  case 3001:
    reach_error();
    break;
  case 3002:
    return 1;
  }
  return 0;
}
