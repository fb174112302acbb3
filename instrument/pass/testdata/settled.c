/* Directions that constants decide. A line names what no run does there: never true, never false, unreachable. */
extern int in(void);
extern void __fizzer_goal(unsigned);
extern int printf(const char *, ...);
extern int setjmp(long *);
#define GOAL(n) __fizzer_goal(n)

static int debug = 0;
int level = 3;
int written = 1;
int shared;
int *alias = &shared;

static int twice(int kind, int n) {
  if (kind == 7) GOAL(0); /* never false */
  return n * 2;
}

static int open_argument(int n) {
  if (n == 5) GOAL(1);
  return n;
}

static void only_from_dead_code(int n) {
  if (n == 1) GOAL(2); /* unreachable */
}

static void ranges(void) {
  unsigned char c = in();
  if (c > 300) GOAL(3); /* never true */
  int n = in();
  if (n > 10) {
    if (n < 5) GOAL(4); /* never true */
    if (n < 20) GOAL(5);
  }
}

static void unwritten(void) {
  int n, m, few[4], many[100], *taken = __builtin_alloca(8 * sizeof *taken);
  struct { int a, b; } pair;
  if (few[n & 3] == 1) GOAL(18);
  if (few[2] == 1 || pair.b == 2) GOAL(18);
  if (many[3] == 1) GOAL(18);
  if (taken[2] == 1) GOAL(18);
  if (n == 1) GOAL(6);
  if (m > 2) GOAL(7);
  int wrong = n / (n - n); // ends the run
  if (wrong == 1) GOAL(8);
}

static void overflow(void) {
  int n = in();
  if (n + 1 < n) GOAL(9);
  if (n > 0 && n * 2 < 0) GOAL(10);
}

static long buffer[64];
static void jumps(void) {
  int n = 0;
  if (setjmp(buffer) == 0) {
    n = 1;
    in();
  } else if (n == 1)
    GOAL(11);
}

static int choose(int kind) {
  switch (kind) { /* decided */
    case 1: GOAL(12); return 10;
    case 2: GOAL(13); return 20;
    default: GOAL(14); return 30;
  }
}

int main(void) {
  if (debug) { /* never true */
    GOAL(15);
    if (in()) GOAL(16); /* unreachable */
    only_from_dead_code(in());
  }
  if (level > 2) GOAL(17); /* never false */
  if (written) GOAL(18);
  if (in() == 4) written = 0;
  if (shared) GOAL(19);
  if (in() == 6) *alias = 1;
  twice(7, in());
  twice(7, 3);
  open_argument(5);
  open_argument(6);
  ranges();
  if (in() == 99) unwritten();
  overflow();
  if (in() == 98) jumps();
  choose(2);
  return 0;
}
