// Exercises: the program defines malloc, free, memcpy, assert and puts itself.
// executions: 400 (three linear conditions: 35 runs of sensitivity and a descent of 8 each)
extern int __VERIFIER_nondet_int(void);

static char pool[4096];
static unsigned used;

void *malloc(__SIZE_TYPE__ size) {
  void *start = pool + used;
  if (size > sizeof pool - used) {
    return 0;
  }
  used += (unsigned)size;
  return start;
}

void free(void *p) { (void)p; }

void *memcpy(void *to, const void *from, __SIZE_TYPE__ size) {
  for (__SIZE_TYPE__ i = 0; i < size; i++) {
    ((char *)to)[i] = ((const char *)from)[i];
  }
  return to;
}

int puts(const char *text) { return text[0] == 'x'; }

void assert(int condition) {
  if (!condition) {
    __builtin_trap();
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int *copy = malloc(x == 13 ? 5000 : sizeof x);
  if (copy == 0) {
    return 1;
  }
  memcpy(copy, &x, sizeof x);
  assert(*copy != 4444);
  return puts(x < 0 ? "x" : "y");
}
