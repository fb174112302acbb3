// Exercises: brackets that nest 500 deep, which a parser refuses.
// executions: 30000 (few of the long inputs repeat brackets that open)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned char data[4096];
static unsigned size, at;

static int value(int depth) {
  if (depth >= 500)
    return -1;
  if (at < size && data[at] == '[') {
    at++;
    while (at < size && data[at] != ']')
      if (value(depth + 1) < 0)
        return -1;
  }
  at++;
  return 0;
}

int main(void) {
  size = __VERIFIER_nondet_uchar();
  if (size == 255)
    size = __VERIFIER_nondet_ushort();
  if (size > 4096)
    size = 4096;
  for (unsigned i = 0; i < size; i++)
    data[i] = __VERIFIER_nondet_uchar();
  return value(0);
}
