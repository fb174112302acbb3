// Exercises: ten pigeons in ten holes, 100 Booleans.
// executions: 20000
// goal: error
// Written by examples/generate -kind pigeons -size 100 -seed 1. The error is
// reached by the values 0 0 0 0 0 0 1 0 0 0 0 0 0 1 0 0 0 0 0 0 0 1 0 0 0 0 0 0
// 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 1 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0
// 0 1 0 0 0 1 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0
extern void abort(void);
void reach_error(void) {}
static const unsigned int liked[10] = {
    0x52, 0x209, 0x102, 0x284, 0x190, 0x212, 0x122, 0xe, 0x111, 0xa4,
};

extern _Bool __VERIFIER_nondet_bool(void);

static void assume(int holds) {
  if (!holds) {
    abort();
  }
}

int main(void) {
  _Bool x[100];
  for (int i = 0; i < 100; i++) {
    x[i] = __VERIFIER_nondet_bool();
  }
  for (int i = 0; i < 10; i++) {
    int holes = 0;
    for (int h = 0; h < 10; h++) {
      holes += x[10 * i + h];
      assume(!x[10 * i + h] | (liked[i] >> h & 1));
    }
    assume(holes == 1);
  }
  for (int h = 0; h < 10; h++) {
    for (int i = 0; i < 10; i++) {
      for (int k = 0; k < i; k++) {
        assume(!(x[10 * i + h] & x[10 * k + h]));
      }
    }
  }
  reach_error();
  return 0;
}
