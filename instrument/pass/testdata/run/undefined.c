// Results that the language leaves undefined, compared with gcc's unoptimised code: conversions that do not fit, shifts by too
// much, overflow, the largest and smallest results of divisions.
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
  return 0;
}
