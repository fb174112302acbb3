/* Overwrites its records and goes on: they may hold anything then. */
#include <stddef.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern struct {
  unsigned char *head;
  unsigned char *expressions;
  unsigned char *constraints;
} fizzer_log __attribute__((weak));

static unsigned state;
static unsigned next(void) { return state = state * 1103515245u + 12345u; }

int main(void) {
  unsigned v = __VERIFIER_nondet_uint(), seed = __VERIFIER_nondet_uint(), hits = 0;
  for (unsigned i = 0; i < 50; i++) {
    hits += (v ^ i) * 3 == 77, hits += v / (i + 1) > 12;
  }
  if (&fizzer_log != NULL) {
    state = seed;
    unsigned char *from[] = {fizzer_log.head, fizzer_log.expressions, fizzer_log.constraints};
    unsigned size[] = {160, 4000, 4000};
    for (unsigned i = 0; i < 1 + seed % 40; i++) {
      unsigned where = next() >> 8;
      from[where % 3][(where >> 2) % size[where % 3]] = (unsigned char)(next() >> 16);
    }
  }
  for (unsigned i = 0; i < 50; i++) {
    hits += (v ^ i) * 5 == 78;
  }
  return (int)hits;
}
