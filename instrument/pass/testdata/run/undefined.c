// Results that the language leaves undefined, compared with gcc's unoptimised code: conversions that do not fit, shifts by too
// much, overflow, the largest and smallest results of divisions. Also what it leaves to the compiler: how often a*b+c is rounded, what the
// compiler knows, and what comes behind a place that the program calls unreachable.
extern void show(const char *what, long long value);

#define SHOW(expression) show(#expression, (long long)(expression))
#define CONVERT(type)                                                                                                  \
  for (int i = 0; i < 24; i++) {                                                                                       \
    show("double to " #type, (long long)(type)doubles[i]);                                                             \
    show("float to " #type, (long long)(type)(float)doubles[i]);                                                       \
    show("long double to " #type, (long long)(type)(long double)doubles[i]);                                           \
  }

volatile double doubles[24] = {0.0, -0.9, 1.5, 127.5, 128.0, -129.0, 255.9, 256.0, 32767.5, 32768.0, -32769.0, 65536.5,
                               70000.0, 2147483647.5, 2147483648.0, -2147483648.5, 4294967295.5, 4294967296.0, 9.2e18,
                               9.3e18, 1.5e19, 1.9e19, -9.3e18, 1e300};
volatile int one = 1, minus = -1, least = -2147483647 - 1, counts[6] = {31, 32, 33, 40, -1, 1000};
volatile long long one64 = 1, least64 = -9223372036854775807LL - 1;
volatile unsigned int bits = 0x80000001u;
volatile unsigned long long bits64 = 0x8000000000000001ull;
volatile unsigned char byte = 200;

static int isKnown(int n) { return __builtin_constant_p(n); }

static int sizes(char *room) {
  return (__builtin_object_size(room, 0) == -1) + 2 * (__builtin_object_size(room, 2) == 0) + 4 * (__builtin_object_size(room, 1) == -1);
}

static int unreachable(int x) {
  if (x == 1) __builtin_unreachable();
  if (x == 2) return 5;
  return 7;
}

static int unreachableCase(int x) {
  switch (x) {
  case 3:
    return 1;
  case 1:
    x = 8;
    __builtin_unreachable();
  }
  return x;
}

static double roundedTwice(void) {
#pragma STDC FP_CONTRACT ON
  double tenth = 0.1, ten = 10, unit = 1;
  return tenth * ten - unit;
}

int main(void) {
  CONVERT(signed char)
  CONVERT(unsigned char)
  CONVERT(short)
  CONVERT(unsigned short)
  CONVERT(int)
  CONVERT(unsigned int)
  CONVERT(long long)
  CONVERT(unsigned long long)
  volatile double zero = 0.0, nan = zero / zero;
  SHOW((int)nan);
  SHOW((unsigned int)nan);
  SHOW((long long)nan);
  SHOW((unsigned long long)nan);
  SHOW((short)nan);
  SHOW((_Bool)nan);
  for (int i = 0; i < 6; i++) {
    SHOW(one << counts[i]);
    SHOW(minus >> counts[i]);
    SHOW(bits >> counts[i]);
    SHOW(one64 << counts[i]);
    SHOW(least64 >> counts[i]);
    SHOW(bits64 >> counts[i]);
    SHOW(byte << counts[i]);
  }
  SHOW(least - one);
  SHOW(-least);
  SHOW(least * minus);
  SHOW(least64 * minus);
  SHOW(least < least - one);
  SHOW(least / 2);
  SHOW(least % 3);
  SHOW(least64 / (one64 + 1));
  SHOW((char)byte);
  SHOW(isKnown(5));
  char room[16], *start = room;
  SHOW(sizes(room));
  SHOW(__builtin_object_size(start, 0));
  SHOW(__builtin_object_size(start, 3));
  SHOW(__builtin_constant_p(one) + 2 * __builtin_constant_p(7));
  SHOW(unreachable(1));
  SHOW(unreachable(2));
  SHOW(unreachableCase(1));
#if __x86_64__
  SHOW(roundedTwice() * 1e18);
  double tenth = 0.1, ten = 10, unit = 1;
  SHOW((tenth * ten - unit) * 1e18);
#endif
  long double longTenth = 0.1L, longTen = 10, longUnit = 1;
  SHOW((longTenth * longTen - longUnit) * 1e25L);
  return 0;
}
