// Exercises: functions that are called before they are defined and return something else than the int that is assumed.
// executions: 200 (one linear condition of 32 bits; the other is never true)
// uncovered: 1 (the count is 1 there)
extern int __VERIFIER_nondet_int(void);

static int count;

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 5005) {
    clean_up();
    report(x);
  }
  return count;
}

void clean_up(void) { count++; }

void report(int x) {
  if (x + count == 5007) {
    count--;
  }
}
