// Exercises: a structure filled by __VERIFIER_nondet_memory: one input a byte.
// family: Hardness
// expected: 9/10 goals
// budget: 200000 executions
// judge: replay (TestCov 3.7 does not know __VERIFIER_nondet_memory)
#include <stddef.h>

extern void __VERIFIER_nondet_memory(void *mem, size_t size);

struct packet {
  unsigned char version;
  unsigned char flags;
  unsigned short length;
  unsigned int checksum;
};

int main(void) {
  struct packet packet;
  __VERIFIER_nondet_memory(&packet, sizeof packet);
  if (packet.version != 4) {
    return 1;
  }
  if ((packet.flags & 0x81) == 0x81) {
    if (packet.length == 0x1234) {
      return 2;
    }
  }
  if (packet.checksum == (packet.version ^ 0xdeadbeefu)) {
    return 3;
  }
  /* the version is 4 here */
  if (packet.version > 4) {
    return 4;
  }
  return 0;
}
