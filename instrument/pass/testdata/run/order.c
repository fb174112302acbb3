/* Prints orders of evaluation that the standard leaves open. The output of gcc's build is the expected one. */
extern long write(int, const void *, unsigned long);
extern int snprintf(char *, unsigned long, const char *, ...);
extern double fmax(double, double);
extern void *memset(void *, int, unsigned long);

static int seen[16], count;

static int n(int k) {
  seen[count++] = k;
  return k;
}

static void show(const char *name) {
  char line[100];
  int length = snprintf(line, sizeof line, "order %s:", name);
  for (int i = 0; i < count; i++) length += snprintf(line + length, sizeof line - length, " %d", seen[i]);
  line[length++] = '\n';
  write(1, line, length);
  count = 0;
}

#define CASE(name, ...) \
  { \
    __VA_ARGS__; \
    show(name); \
  }

struct pair {
  int a, b;
};

static int array[300];
static int *p(int k, int *q) {
  n(k);
  return q;
}
static int two(int a, int b) { return n(100 + 10 * a + b); }
static int three(int a, int b, int c) { return n(100 * a + 10 * b + c); }
static double real(int k) {
  n(k);
  return k;
}
static long long wide(int k) {
  n(k);
  return k;
}
static int mixed(double a, long long b, float c, char d) { return n((int)(a * 1000 + b * 100 + c * 10 + d)); }
typedef int (*function)(int, int);
static function pick(int k) {
  n(k);
  return two;
}
static int variadic(int k, ...) { return n(k); }
static int global = 5;
static struct pair pairs[9], one;
static struct pair *q(int k) { return pairs + k; }
struct large {
  int numbers[40];
};
static struct large larges[9];
static struct large *large(int k) { return larges + k; }
static int bump(void) { return n(++global); }

int main(void) {
  int x = 1, y = 2;
  CASE("three", three(n(1), n(2), n(3)))
  CASE("inner", two(n(1), two(n(2), n(3))))
  CASE("outer", two(two(n(1), n(2)), n(3)))
  CASE("both", two(two(n(1), n(2)), two(n(3), n(4))))
  CASE("computed", two(n(1) + x, n(2) * y))
  CASE("nested", three(n(n(1) + 1), -n(3), n(4) << 1))
  CASE("constant", three(n(1), 7, n(2)))
  CASE("variable", three(n(1), x, n(2)))
  CASE("after", two(x++, n(2)))
  CASE("before", two(n(1), ++x))
  CASE("assigned", two(y = n(1), x = n(2)))
  CASE("global", two(global, bump()))
  CASE("global first", two(bump(), global))
  CASE("pointer", pick(1)(n(2), n(3)))
  CASE("variadic", variadic(n(1), n(2), real(3)))
  CASE("library", snprintf((char *)array, 10, "%d%d", n(1), n(2)))
  CASE("mixed", mixed(real(1), wide(2), real(3), n(4)))
  CASE("mathematics", x = (int)fmax(real(1), real(2)))
  CASE("memory", memset(p(1, array), n(2), n(3)))
  CASE("operators", y = (n(1) + n(2)) * (n(3) - n(4)))
  CASE("comparison", y = n(1) < n(2))
  CASE("element", array[n(1)] = n(2))
  CASE("target", *p(1, &x) = n(2))
  CASE("member", ((struct pair *)p(1, array))->b = n(2))
  CASE("compound", array[n(1)] += n(2))
  CASE("sum", array[n(1)] = n(2) + 1)
  CASE("copy", array[n(1)] = array[n(2)])
  CASE("widened", *(long long *)p(1, array) = wide(2))
  CASE("initializer", struct pair s = {n(1), n(2)}; (void)s)
  CASE("chain", array[n(1)] = x = n(2))
  CASE("chained index", array[x] = x = n(2); n(array[2]))
  CASE("argument before address", array[n(1)] = n(n(2) + 1))
  CASE("value of an assignment", n((array[n(1)] = n(2)) + 1))
  CASE("assigned again", x = array[n(1)] = n(2))
  CASE("structures", *q(n(1)) = *q(n(2)))
  CASE("large structures", *large(n(1)) = *large(n(2)))
  CASE("structure from a variable", *q(n(1)) = one)
  CASE("structure to a variable", one = *q(n(2)))
  CASE("compared assignment", y = (q(n(1))->a = n(2)) == 1)
  CASE("fused", y = real(1) * real(2) + real(3))
  CASE("operand", y = two(n(1), n(2)) + two(n(3), n(4)))
  return 0;
}
