/* A ZIP archive in memory: the end record is looked for from behind, then the directory, then the local headers that it names. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_FILE 256

static unsigned char file[MAX_FILE];
static int size;

static unsigned two(int at) { return at + 2 <= size ? file[at] | (unsigned)file[at + 1] << 8 : 0; }
static unsigned four(int at) { return two(at) | two(at + 2) << 16; }

static int find_end(void) {
  for (int at = size - 22; at >= 0; at--) {
    if (four(at) == 0x06054b50 && at + 22 + (int)two(at + 20) == size) {
      return at;
    }
  }
  return -1;
}

static int local(int at, unsigned method, unsigned packed, int name, unsigned length) {
  if (at + 30 > size || four(at) != 0x04034b50) {
    return 0;
  }
  if (two(at + 8) != method || two(at + 26) != length) {
    return 0;
  }
  for (unsigned i = 0; i < length; i++) {
    if (at + 30 + (int)i >= size || file[at + 30 + (int)i] != file[name + (int)i]) {
      return 0;
    }
  }
  int start = at + 30 + (int)length + (int)two(at + 28);
  if (start + (int)packed > size) {
    return 0;
  }
  if (two(at + 6) & 8) {
    return four(start + (int)packed) == 0x08074b50 ? 3 : 2;
  }
  return 1;
}

int main(void) {
  size = __VERIFIER_nondet_uchar();
  for (int i = 0; i < size; i++) {
    file[i] = __VERIFIER_nondet_uchar();
  }
  int end = find_end();
  if (end < 0) {
    return 1;
  }
  if (two(end + 4) != 0 || two(end + 6) != 0) {
    return 2;
  }
  unsigned entries = two(end + 10);
  if (entries != two(end + 8)) {
    return 3;
  }
  int at = (int)four(end + 16), folders = 0, stored = 0, deflated = 0, encrypted = 0, descriptors = 0;
  if (at < 0 || at > end || at + (int)four(end + 12) > end) {
    return 4;
  }
  for (unsigned i = 0; i < entries; i++) {
    if (at + 46 > end || four(at) != 0x02014b50) {
      return 5;
    }
    unsigned flags = two(at + 8), method = two(at + 10), packed = four(at + 20), whole = four(at + 24);
    unsigned length = two(at + 28), extra = two(at + 30), comment = two(at + 32);
    if (length == 0 || at + 46 + (int)length > end) {
      return 6;
    }
    if (file[at + 46 + (int)length - 1] == '/') {
      if (whole != 0) {
        return 7;
      }
      folders++;
    }
    if (file[at + 46] == '/' || (length > 2 && file[at + 46] == '.' && file[at + 47] == '.')) {
      return 8;
    }
    if (flags & 1) {
      encrypted++;
    }
    switch (method) {
    case 0:
      if (packed != whole) {
        return 9;
      }
      stored++;
      break;
    case 8:
      if (packed == 0) {
        return 10;
      }
      deflated++;
      break;
    default:
      return 11;
    }
    switch (local((int)four(at + 42), method, packed, at + 46, length)) {
    case 0:
      return 12;
    case 3:
      descriptors++;
      break;
    case 2:
      return 13;
    }
    at += 46 + (int)(length + extra + comment);
  }
  if (at != end) {
    return 14;
  }
  if (folders > 0 && encrypted == 0) {
    return 15;
  }
  if (stored > 0 && deflated > 0) {
    reach_error();
  }
  if (descriptors > 1) {
    return 16;
  }
  return 0;
}
