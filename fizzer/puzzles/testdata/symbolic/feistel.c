// Exercises: the plain text of a Feistel cipher with known keys.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  static const unsigned keys[6] = {0x9e37, 0x79b9, 0x7f4a, 0x7c15, 0xf39c, 0xc060};
  unsigned text = __VERIFIER_nondet_uint();
  unsigned l = text >> 16;
  unsigned r = text & 0xffff;
  for (int i = 0; i < 6; i++) {
    unsigned f = ((r * keys[i]) ^ (r >> 3)) + (keys[i] << 2 | 1);
    unsigned next = l ^ (f & 0xffff);
    l = r;
    r = next;
  }
  if (l == 0xbeef && r == 0x1234) {
    reach_error();
  }
  return 0;
}
