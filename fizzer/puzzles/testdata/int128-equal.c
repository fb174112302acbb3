// Exercises: 128-bit integer put together from two inputs, ==.
// executions: 400 (1 + 128 bit flips + 4 extremes; exact distances of 128 bits, two variables, three line searches of 9)
// models: 64
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned __int128 high = __VERIFIER_nondet_ulonglong();
  unsigned __int128 x = high << 64 | __VERIFIER_nondet_ulonglong();
  if (x == ((unsigned __int128)0x123456789abcdefULL << 64 | 0xfedcba9876543211ULL)) {
    return 1;
  }
  return 0;
}
