/* A calculator: expressions with precedence, variables, functions and a conditional, evaluated while they are read. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_TEXT 80

static unsigned char text[MAX_TEXT + 1];
static int at, failed, assigned, used, nested;
static long variables[26];

static long conditional(void);

static void skip(void) {
  while (text[at] == ' ') {
    at++;
  }
}

static int accept(int c) {
  skip();
  if (text[at] == c) {
    at++;
    return 1;
  }
  return 0;
}

static void fail(int why) {
  if (failed == 0) {
    failed = why;
  }
}

static long function(void) {
  int first = text[at], second = text[at + 1], third = text[at + 2];
  if (first == 'm' && second == 'a' && third == 'x') {
    at += 3;
    if (!accept('(')) {
      fail(1);
      return 0;
    }
    long best = conditional();
    int count = 1;
    while (!failed && accept(',')) {
      long next = conditional();
      if (next > best) {
        best = next;
      }
      count++;
    }
    if (!accept(')')) {
      fail(2);
    }
    if (count == 1) {
      fail(3);
    }
    return best;
  }
  if (first == 'a' && second == 'b' && third == 's') {
    at += 3;
    if (!accept('(')) {
      fail(4);
      return 0;
    }
    long v = conditional();
    if (!accept(')')) {
      fail(5);
    }
    return v < 0 ? -v : v;
  }
  at++;
  if (accept('=')) {
    if (text[at] == '=') {
      at--;
      return variables[first - 'a'];
    }
    assigned++;
    return variables[first - 'a'] = conditional();
  }
  used++;
  return variables[first - 'a'];
}

static long primary(void) {
  skip();
  if (failed) {
    return 0;
  }
  if (accept('(')) {
    if (++nested > 5) {
      fail(6);
      return 0;
    }
    long v = conditional();
    if (!accept(')')) {
      fail(7);
    }
    nested--;
    return v;
  }
  if (accept('-')) {
    return -primary();
  }
  if (accept('!')) {
    return !primary();
  }
  if (text[at] == '0' && text[at + 1] == 'x') {
    long v = 0;
    int digits = 0;
    at += 2;
    for (;; at++, digits++) {
      int c = text[at];
      if (c >= '0' && c <= '9') {
        v = v * 16 + c - '0';
      } else if (c >= 'a' && c <= 'f') {
        v = v * 16 + c - 'a' + 10;
      } else {
        break;
      }
      if (digits > 6) {
        fail(8);
        return 0;
      }
    }
    if (digits == 0) {
      fail(9);
    }
    return v;
  }
  if (text[at] >= '0' && text[at] <= '9') {
    long v = 0;
    while (text[at] >= '0' && text[at] <= '9') {
      v = v * 10 + text[at++] - '0';
      if (v > 1000000) {
        fail(10);
        return 0;
      }
    }
    return v;
  }
  if (text[at] >= 'a' && text[at] <= 'z') {
    return function();
  }
  fail(11);
  return 0;
}

static long product(void) {
  long v = primary();
  for (;;) {
    if (failed) {
      return 0;
    }
    if (accept('*')) {
      if (text[at] == '*') {
        at++;
        long exponent = primary(), base = v;
        if (exponent < 0 || exponent > 8) {
          fail(12);
          return 0;
        }
        for (v = 1; exponent > 0; exponent--) {
          v = (long)((unsigned long)v * (unsigned long)base);
        }
      } else {
        v = (long)((unsigned long)v * (unsigned long)primary());
      }
    } else if (accept('/')) {
      long right = primary();
      if (right == 0) {
        fail(13);
        return 0;
      }
      v /= right == -1 ? 1 : right;
    } else if (accept('%')) {
      long right = primary();
      if (right <= 0) {
        fail(14);
        return 0;
      }
      v %= right;
    } else {
      return v;
    }
  }
}

static long sum(void) {
  long v = product();
  for (;;) {
    if (accept('+')) {
      v = (long)((unsigned long)v + (unsigned long)product());
    } else if (accept('-')) {
      v = (long)((unsigned long)v - (unsigned long)product());
    } else {
      return v;
    }
    if (failed) {
      return 0;
    }
  }
}

static long comparison(void) {
  long v = sum();
  if (accept('<')) {
    return accept('=') ? v <= sum() : v < sum();
  }
  if (accept('>')) {
    return accept('=') ? v >= sum() : v > sum();
  }
  skip();
  if (text[at] == '=' && text[at + 1] == '=') {
    at += 2;
    return v == sum();
  }
  return v;
}

static long conditional(void) {
  long condition = comparison();
  if (!accept('?')) {
    return condition;
  }
  long yes = conditional();
  if (!accept(':')) {
    fail(15);
    return 0;
  }
  long no = conditional();
  return condition ? yes : no;
}

int main(void) {
  for (int i = 0; i < MAX_TEXT; i++) {
    if ((text[i] = __VERIFIER_nondet_uchar()) == 0) {
      break;
    }
  }
  long v = 0;
  int statements = 0;
  do {
    v = conditional();
    statements++;
  } while (!failed && accept(';') && text[at] != 0);
  if (failed) {
    return failed;
  }
  if (text[at] != 0) {
    return 16;
  }
  if (statements > 2 && assigned > 1) {
    if (used > 2 && v == 4096) {
      reach_error();
    }
    return 17;
  }
  if (v == 0xbeef) {
    return 18;
  }
  if (v < -100000) {
    return 19;
  }
  return 0;
}
