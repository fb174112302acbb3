// Exercises: a parser of nested brackets, three deep with a digit inside.
// family: Recursive
// data model: ILP32
// executions: 10000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "recursive-parser.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern char __VERIFIER_nondet_char(void);

static char next;
static int deepest;

static void advance(void) { next = __VERIFIER_nondet_char(); }

static int expression(int depth) {
  if (depth > deepest) {
    deepest = depth;
  }
  if (next == '(') {
    advance();
    int value = expression(depth + 1);
    if (next != ')') {
      abort();
    }
    advance();
    return value;
  }
  if (next < '0' || next > '9') {
    abort();
  }
  int digit = next - '0';
  advance();
  return digit;
}

int main(void) {
  advance();
  int value = expression(0);
  __VERIFIER_assert(!(deepest == 3 && value == 7));
  return 0;
}
