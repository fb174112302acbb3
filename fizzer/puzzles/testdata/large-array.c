// Exercises: 8 MB of variables, of which each run writes a few pages.
// executions: 300 (two linear conditions over the same 32 bits, 35 runs of sensitivity and a descent of 8 each)
// uncovered: 1 (what the run before wrote is gone: the cell is 1)
extern unsigned __VERIFIER_nondet_uint(void);

static int cells[2 << 20];
static int start[1000] = {1, 2, 3};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 2u << 20) {
    return -1;
  }
  cells[i]++;
  cells[(i + 4096) % (2u << 20)] += cells[i] + start[i % 3];
  start[i % 3] = 9;
  if (i == 1500000) {
    if (cells[1500000] == 1) {
      return 1;
    }
  }
  return 0;
}
