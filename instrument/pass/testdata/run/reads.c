/* Prints what operators give whose second operand changes the variable in the first one. The output of gcc's build is the expected one. */
extern long write(int, const void *, unsigned long);
extern int snprintf(char *, unsigned long, const char *, ...);

typedef long long wide;
typedef unsigned long long unsigned_wide;

static int integer, room[9], *pointer, result;
static unsigned natural;
static wide large;
static unsigned_wide larger;
static double real;
static float small;
static long double longer;
static char letter;
static unsigned char byte;
static short half;
static volatile int loud;
static struct {
  int first, second;
} pair;

static void set(int to) {
  integer = natural = large = larger = real = small = longer = letter = byte = half = loud = pair.first = pair.second = room[3] = to;
  pointer = room + to;
}

#define CHANGE(name, type) \
  static type name(void) { \
    set(6); \
    return result; \
  }
CHANGE(an_integer, int)
CHANGE(a_natural, unsigned)
CHANGE(a_larger, unsigned_wide)
CHANGE(a_real, double)
CHANGE(a_small, float)
CHANGE(a_longer, long double)
CHANGE(a_letter, char)
CHANGE(a_byte, unsigned char)

static int *a_pointer(void) {
  set(6);
  return room + result;
}

static void show(const char *what, double of3, double of5, double of6) {
  char line[200];
  int length = snprintf(line, sizeof line, "order %s: %g %g %g\n", what, of3, of5, of6);
  write(1, line, length);
}

#define IS(e) \
  { \
    double values[3]; \
    for (int i = 0; i < 3; i++) { \
      set(5); \
      result = i ? i + 4 : 3; \
      values[i] = (double)(e); \
    } \
    show(#e, values[0], values[1], values[2]); \
  }
#define BOTH(x, o, y) IS(x o y) IS(y o x)
#define NUMBERS(x, y) \
  BOTH(x, +, y) BOTH(x, -, y) BOTH(x, *, y) BOTH(x, /, y) BOTH(x, <, y) BOTH(x, >, y) BOTH(x, <=, y) BOTH(x, >=, y) BOTH(x, ==, y) \
  BOTH(x, !=, y)
#define BITS(x, y) NUMBERS(x, y) BOTH(x, %, y) BOTH(x, &, y) BOTH(x, |, y) BOTH(x, ^, y) BOTH(x, <<, y) BOTH(x, >>, y)
#define ASSIGN(x, o, y) IS((x o y, x))
#define ASSIGNED(x, y) ASSIGN(x, +=, y) ASSIGN(x, -=, y) ASSIGN(x, *=, y) ASSIGN(x, /=, y)
#define BITS_ASSIGNED(x, y) \
  ASSIGNED(x, y) ASSIGN(x, %=, y) ASSIGN(x, &=, y) ASSIGN(x, |=, y) ASSIGN(x, ^=, y) ASSIGN(x, <<=, y) ASSIGN(x, >>=, y)

static int change(int *x) {
  *x += 4;
  return result;
}

static void locals(int p) {
  int x;
#define LOCAL(e) IS((x = p = 5, e))
  LOCAL(x + change(&x))
  LOCAL(x - change(&x))
  LOCAL(x * change(&x))
  LOCAL(x < change(&x))
  LOCAL(change(&x) + x)
  LOCAL(p + change(&p))
  LOCAL(p == change(&p))
  LOCAL(x += change(&x))
  LOCAL(x ^= change(&x))
  LOCAL(p <<= change(&p))
  LOCAL((x ? x : 1) + change(&x))
  LOCAL(x + (p ? change(&x) : 2))
  LOCAL(x + 1 + change(&x))
  LOCAL(x + change(&x) + x)
  LOCAL(x + x * change(&x))
  LOCAL((x + p) * change(&x))
  LOCAL((unsigned)x + change(&x))
  LOCAL(x + (unsigned)change(&x))
  LOCAL((wide)x + change(&x))
  LOCAL(x + (wide)change(&x))
  LOCAL((char)x + change(&x))
  LOCAL(x + (change(&x), 2))
  LOCAL(!x + change(&x))
  LOCAL(~x + change(&x))
  LOCAL(x + room[change(&x)])
  LOCAL(x < 4 + change(&x))
}

int main(void) {
  BITS(integer, an_integer())
  NUMBERS(larger, a_larger())
  NUMBERS(real, a_real())
  NUMBERS(longer, a_longer())
  BITS(letter, a_letter())
  BITS(byte, a_byte())
  NUMBERS(integer, a_natural())
  NUMBERS(natural, an_integer())
  BITS(large, an_integer())
  NUMBERS(real, an_integer())
  NUMBERS(small, a_real())
  NUMBERS(real, a_small())
  NUMBERS(half, an_integer())
  BITS(loud, an_integer())
  NUMBERS(pair.first, an_integer())
  BITS(room[3], an_integer())
  IS(pointer == a_pointer())
  IS(pointer < a_pointer())
  IS(a_pointer() > pointer)
  IS(pointer - a_pointer())
  BITS_ASSIGNED(integer, an_integer())
  BITS_ASSIGNED(letter, an_integer())
  BITS_ASSIGNED(loud, an_integer())
  BITS_ASSIGNED(room[3], an_integer())
  ASSIGNED(real, an_integer())
  ASSIGNED(integer, a_real())
  IS(integer * (an_integer() + 1))
  IS(integer + (an_integer() ? 2 : 1))
  IS(integer + (an_integer() && integer))
  IS(integer + an_integer() + integer)
  IS(integer + (integer + an_integer()))
  IS(integer * integer + an_integer())
  IS(an_integer() + integer * integer)
  IS((integer = 2) + an_integer() + integer)
  IS(integer + an_integer() * integer)
  locals(5);
  return 0;
}
