// Exercises: a memory of sixteen words with a port for writing and one for reading, as circuits have it. Where the next word goes
// depends on the state, and the state on what was read.
// executions: 50000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned memory[16];

int main(void) {
  unsigned state = 0x1234;
  for (int t = 0; t < 12; t++) {
    unsigned char control = __VERIFIER_nondet_uchar();
    unsigned data = __VERIFIER_nondet_uint(), found = memory[control >> 4];
    unsigned to = (control ^ state) & 15;
    memory[to] = memory[to] * 5 + data;
    state = (state << 3 | state >> 29) ^ found;
    if (memory[3] == 0xdeadbeef && memory[9] == (memory[3] ^ state) && (state & 0xffff) == 0x4242) {
      reach_error();
      return 1;
    }
  }
  return 0;
}
