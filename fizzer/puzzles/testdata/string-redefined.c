// Exercises: the program has its own strcmp and strlen, and a static memcmp: they are used and nothing is added.
// executions: 800 (3 characters; each 24 bit flips and a descent of 8, on a path of its own)
extern char __VERIFIER_nondet_char(void);

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return *a - *b;
}

unsigned strlen(const char *s) { return s[0] == 0 ? 0 : 1; }

static int memcmp(const void *a, const void *b, int n) { return *(const char *)a - *(const char *)b + n; }

int main(void) {
  char b[3] = {0};
  b[0] = __VERIFIER_nondet_char();
  b[1] = __VERIFIER_nondet_char();
  if (strcmp(b, "ok") == 0) {
    return 1;
  }
  if (strlen(b) == 1) {
    if (memcmp(b, "a", 3) == 5) {
      return 2;
    }
  }
  return 0;
}
