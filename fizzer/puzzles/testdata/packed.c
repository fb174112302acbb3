// Exercises: packed structs and unions over bytes of memory input.
// executions: 900 (7 bytes of 8 bits each: 56 flips; three linear conditions over one to four bytes, a descent of up to 11)
#include <stdint.h>

extern void __VERIFIER_nondet_memory(void *memory, __SIZE_TYPE__ size);

struct __attribute__((packed)) packet {
  uint8_t kind;
  uint32_t length;
  uint16_t checksum;
};

union view {
  struct packet packet;
  uint8_t bytes[7];
};

int main(void) {
  union view v;
  __VERIFIER_nondet_memory(v.bytes, sizeof v.bytes);
  if (v.packet.kind == 9) {
    if (v.packet.length == 0x01020304) {
      if (v.packet.checksum == 0xabcd) {
        return 1;
      }
    }
  }
  return 0;
}
