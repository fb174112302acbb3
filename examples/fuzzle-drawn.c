// Exercises: a maze with doors that open for some values of bytes.
// family: Fuzzle
// expected: 41/56 goals
// budget: 20000 executions
// Written by examples/generate -kind maze -seed 1. The error is reached by the values
// 149 200 50 25 6 159 121 251 252 114 153 255
// 102 6
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error() { __assert_fail("0", "fuzzle-drawn.c", 3, "reach_error"); }
extern unsigned char __VERIFIER_nondet_uchar(void);

static int steps;

static void cell_0(void);
static void cell_1(void);
static void cell_2(void);
static void cell_3(void);
static void cell_4(void);
static void cell_5(void);
static void cell_6(void);
static void cell_7(void);
static void cell_8(void);
static void cell_9(void);
static void cell_10(void);
static void cell_11(void);

static void cell_0(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
  if ((unsigned char)(x * 203 ^ y) == 239) {
    cell_3();
    return;
  }
  if (x < 128) {
    cell_11();
    return;
  }
  if (x < 128) {
    cell_1();
    return;
  }
}

static void cell_1(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
  if (x < 128) {
    cell_2();
    return;
  }
  if ((unsigned char)(x * 97 ^ y) == 220) {
    cell_10();
    return;
  }
}

static void cell_2(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
  if ((unsigned char)(x * 153 ^ y) == 107) {
    cell_5();
    return;
  }
}

static void cell_3(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
  if ((unsigned char)(x * 17 ^ y) == 75) {
    cell_4();
    return;
  }
}

static void cell_4(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
  if ((unsigned char)(x * 11 ^ y) == 82) {
    cell_7();
    return;
  }
  if (x < 128) {
    cell_6();
    return;
  }
}

static void cell_5(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
}

static void cell_6(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
  if ((unsigned char)(x * 13 ^ y) == 222) {
    cell_8();
    return;
  }
  if (x >= 128) {
    cell_11();
    return;
  }
}

static void cell_7(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
}

static void cell_8(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
  if (x >= 128) {
    cell_9();
    return;
  }
  if (x < 128) {
    cell_1();
    return;
  }
}

static void cell_9(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
  if (x >= 128) {
    cell_10();
    return;
  }
  if (x < 128) {
    cell_11();
    return;
  }
}

static void cell_10(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
  if ((unsigned char)(x * 89 + y) == 124 && x > y) {
    reach_error();
  }
}

static void cell_11(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  unsigned char y = __VERIFIER_nondet_uchar();
  if (++steps > 400) {
    return;
  }
}

int main(void) {
  cell_0();
  return 0;
}
