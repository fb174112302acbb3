// Exercises: switch with ranges of cases (GNU) and a fall through.
// executions: 300 (4 comparisons of one byte: each 1 + 8 bit flips + 2 extremes and a descent of 8)
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int kind = 0;
  switch (__VERIFIER_nondet_uchar()) {
  case 'a' ... 'z':
    kind++;
  case '0' ... '9':
    kind++;
    break;
  case '_':
    kind = 3;
    break;
  default:
    break;
  }
  return kind;
}
