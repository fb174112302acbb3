// Exercises: a hash of eight bytes by 33, of which a second one is known, too.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned h = 5381;
  unsigned g = 0;
  for (int i = 0; i < 8; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c < 'a' || c > 'z') {
      return 0;
    }
    h = h * 33 + c;
    g = g * 31 ^ c;
  }
  if (h == 0x55a4b1deu && (g & 7) == 3) {
    reach_error();
  }
  return 0;
}
