/* Tables, also in two levels, pointers into them, arrays of structures, blocks, overlapping accesses. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *__VERIFIER_nondet_pointer(void);

static const unsigned squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
static unsigned char indirect[16] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
struct entry {
  short key;
  int value;
};
static struct entry entries[8] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}, {6, 60}, {7, 70}, {8, 80}};
static int state[32];
static int matrix[4][4];

static int look(const unsigned *table, unsigned i) { return table[i & 15] == 81; }

int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uchar();
  int hits = 0;
  hits += squares[i % 16] == 49, hits += squares[indirect[j & 15]] == 25, hits += look(squares, i);
  hits += entries[i & 7].value == 30, hits += entries[j & 7].key == 7;
  state[i & 31] = (int)j;
  hits += state[3] == 5, hits += state[j & 31] == 6;
  matrix[i & 3][j & 3] = 7;
  hits += matrix[j & 3][i & 3] == 7;
  unsigned local[10];
  for (unsigned k = 0; k < 10; k++) {
    local[k] = k * i;
  }
  hits += local[j % 10] == 33;
  unsigned char *heap = malloc(20);
  for (int k = 0; k < 20; k++) {
    heap[k] = (unsigned char)(k * 7);
  }
  hits += heap[j % 20] == 42;
  uint64_t wide = 0;
  memcpy((char *)&wide + 2, &i, sizeof i);
  hits += wide == 0x0000123456780000u, hits += *(uint16_t *)((char *)&wide + 3) == 0x3456;
  *(uint8_t *)&i = 9;
  hits += i == 0x01020309;
  int *p = &state[4] + (j & 3);
  hits += *p == 4, hits += p > &state[5], hits += (uintptr_t)p % 8 == 0;
  int variable[(j & 7) + 1];
  variable[j & 7] = (int)i;
  hits += variable[j & 7] == 4;
  int *first = malloc(4), *behind = malloc(64), *newest = malloc(100);
  for (int k = 0; k < 16; k++) {
    behind[k] = (int)(i >> k), newest[k + 8] = (int)j;
  }
  first = realloc(first, 200);
  hits += first[8] == 0, hits += first[15] == 0; /* not what was behind the old block */
  int *last = malloc(100);
  last[20] = (int)j;
  last = realloc(last, 8), last = realloc(last, 100);
  hits += last[20] == 0; /* not what was cut off */
  void *q = __VERIFIER_nondet_pointer();
  hits += q == 0, hits += q == (void *)hits;
  return hits;
}
