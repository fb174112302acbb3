/* Integers of 128 bits, where the data model has them. */
#ifdef __SIZEOF_INT128__
typedef __int128 wide;
typedef unsigned __int128 uwide;
#else
typedef long long wide;
typedef unsigned long long uwide;
#endif
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

static uwide global;

static wide square(wide a) { return a * a; }

int main(void) {
  wide a = __VERIFIER_nondet_longlong();
  uwide b = (uwide)__VERIFIER_nondet_ulonglong() << 4 * sizeof(wide);
  b |= __VERIFIER_nondet_ulonglong();
  int hits = 0;
  hits += square(a) == 144, hits += b > 5, hits += a + (wide)b == 7, hits += (b >> 9) == 4, hits += (a >> 3) < -1;
  hits += (b & 0xff) == 3, hits += (unsigned)(b >> 40) == 9, hits += ~b == 1, hits += -a > 6, hits += (b ^ (uwide)a) != 4;
  global = b;
  hits += ((unsigned char *)&global)[sizeof global - 1] == 7, hits += global == 12;
  if (a != 0) {
    hits += b / (uwide)a == 3, hits += (wide)b % a == 4;
  }
  return hits;
}
