/* Stores at addresses that depend on the input, into small objects, and what is loaded from them afterwards. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct slot {
  short key;
  int value;
  bool used;
};
static struct slot slots[6];
static uint64_t wide[4];
static bool seen[8];
static unsigned char bytes[12];
static int *pointers[4];
static int large[1000];

static void swap(unsigned char *a, unsigned char *b) {
  unsigned char t = *a;
  *a = *b;
  *b = t;
}

static unsigned sum(const unsigned char *from, unsigned count) {
  unsigned all = 0;
  for (unsigned k = 0; k < count; k++) {
    all = all * 3 + from[k];
  }
  return all;
}

int main(void) {
  unsigned i = __VERIFIER_nondet_uchar(), j = __VERIFIER_nondet_uchar(), x = __VERIFIER_nondet_uint();
  int hits = 0;
  unsigned char order[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  swap(&order[i & 7], &order[j & 7]);
  swap(&order[j >> 2 & 7], &order[(i + j) & 7]);
  hits += order[0] < order[1], hits += order[i & 7] == 3, hits += sum(order, 8) % 5 == 2;
  seen[i & 7] = true, seen[j & 7] = (x & 1) != 0;
  hits += seen[0], hits += seen[x >> 4 & 7], hits += seen[i & 7];
  slots[i % 6].value = (int)x, slots[j % 6].key = (short)x, slots[(i ^ j) % 6].used = true;
  hits += slots[2].value == 0, hits += slots[3].key < 0, hits += slots[j % 6].used, hits += slots[4].value > slots[5].key;
  wide[x & 3] = (uint64_t)x << 20 | i, wide[i & 3] += j;
  hits += wide[1] > 0x100000000000u, hits += (unsigned)wide[j & 3] % 3 == 1;
  *(uint16_t *)(void *)(bytes + 2 * (i % 6)) = (uint16_t)x, bytes[j % 12] ^= 0x55;
  hits += bytes[3] == 0, hits += *(uint32_t *)(void *)(bytes + 4) > 0x10000, hits += sum(bytes, 12) % 7 == 3;
  int one = (int)j, two = 7;
  pointers[0] = &two, pointers[1] = &two, pointers[2] = &one, pointers[3] = &two, pointers[j & 3] = &one;
  hits += *pointers[1] == 7, hits += pointers[2] == pointers[3];
  unsigned *block = malloc(10 * sizeof *block);
  for (unsigned k = 0; k < 10; k++) {
    block[k] = k;
  }
  for (unsigned k = 0; k < 5; k++) {
    block[(i >> k) % 10] = block[(j >> k) % 10] + x % 100;
  }
  hits += block[4] > 50, hits += block[9] == 9, hits += block[(i + 1) % 10] % 2 == 0;
  large[x % 1000] = (int)i;
  hits += large[3] == 0;
  block[(i & 1) != 0 ? 2 : 3] = j;
  hits += block[2] == block[3];
  free(block);
  char text[16];
  memset(text, 'a', sizeof text);
  text[j & 15] = 0;
  hits += strlen(text) > 4;
  return hits;
}
