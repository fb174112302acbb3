// Exercises: a directory at the end: the shortest archive has no room for an entry.
// executions: 100000
// goal: error
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

static unsigned half(const unsigned char *p) { return p[0] | p[1] << 8; }

static unsigned word(const unsigned char *p) {
  return half(p) | half(p + 2) << 16;
}

int main(void) {
  static unsigned char data[4096];
  unsigned size = __VERIFIER_nondet_uchar();
  if (size == 255)
    size = __VERIFIER_nondet_ushort();
  if (size > 4096)
    size = 4096;
  for (unsigned i = 0; i < size; i++)
    data[i] = __VERIFIER_nondet_uchar();
  if (size < 14)
    return 0;
  unsigned end = size - 14;
  while (word(data + end) != 0x06054b50)
    if (end-- == 0)
      return 1;
  const unsigned char *directory = data + end;
  unsigned entries = half(directory + 4), length = word(directory + 6),
           begin = word(directory + 10);
  if (length < 40 * entries || begin > size || length > size - begin ||
      begin + length > end)
    return 2;
  if (entries == 0)
    return 3;
  if (entries == 1 && word(data + begin) == 0x02014b50 &&
      half(data + begin + 4) == length)
    reach_error();
  return 4;
}
