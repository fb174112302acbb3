/* An ELF file in memory: header, sections, a table of names, a table of symbols; each offset and size must lie within the file. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_FILE 400

static unsigned char file[MAX_FILE];
static unsigned size;

static unsigned two(unsigned at) { return file[at] | (unsigned)file[at + 1] << 8; }
static unsigned four(unsigned at) { return two(at) | two(at + 2) << 16; }
static int within(unsigned at, unsigned length) { return at <= size && length <= size - at; }

static int equal(unsigned at, const char *name) {
  int i = 0;
  do {
    if (at + (unsigned)i >= size || file[at + (unsigned)i] != (unsigned char)name[i]) {
      return 0;
    }
  } while (name[i++] != 0);
  return 1;
}

int main(void) {
  size = __VERIFIER_nondet_uchar() * 2u;
  if (size > MAX_FILE) {
    return 1;
  }
  for (unsigned i = 0; i < size; i++) {
    file[i] = __VERIFIER_nondet_uchar();
  }
  if (size < 52 || file[0] != 0x7f || file[1] != 'E' || file[2] != 'L' || file[3] != 'F') {
    return 2;
  }
  if (file[4] != 1 || file[5] != 1 || file[6] != 1) {
    return 3;
  }
  unsigned type = two(16), machine = two(18);
  switch (machine) {
  case 3:
    break;
  case 40:
    if ((four(36) & 0xff000000u) != 0x05000000u) {
      return 4;
    }
    break;
  default:
    return 5;
  }
  unsigned sections = four(32), entry = two(46), count = two(48), names = two(50);
  if (entry != 40 || count == 0) {
    return 6;
  }
  if (!within(sections, count * 40) || names >= count) {
    return 7;
  }
  unsigned strings = four(sections + names * 40 + 16), stringsSize = four(sections + names * 40 + 20);
  if (four(sections + names * 40 + 4) != 3 || !within(strings, stringsSize) || stringsSize == 0) {
    return 8;
  }
  if (file[strings + stringsSize - 1] != 0) {
    return 9;
  }
  int code = 0, zeros = 0, symbols = 0, globals = 0, executable = 0;
  for (unsigned i = 1; i < count; i++) {
    unsigned at = sections + i * 40, name = four(at), kind = four(at + 4), flags = four(at + 8);
    unsigned start = four(at + 16), length = four(at + 20);
    if (name >= stringsSize) {
      return 10;
    }
    if (kind != 8 && !within(start, length)) {
      return 11;
    }
    switch (kind) {
    case 1:
      if (flags & 4) {
        executable++;
        if (equal(strings + name, ".text")) {
          code++;
        }
      }
      break;
    case 2: {
      unsigned link = four(at + 24);
      if (four(at + 36) != 16 || length % 16 != 0 || link >= count) {
        return 12;
      }
      for (unsigned s = 0; s < length / 16; s++) {
        unsigned symbol = start + s * 16, info = file[symbol + 12], home = two(symbol + 14);
        if (home != 0xfff1 && home >= count) {
          return 13;
        }
        symbols++;
        if (info >> 4 == 1) {
          globals++;
          if ((info & 15) == 2 && four(symbol + 8) > 16) {
            globals += 10;
          }
        } else if (info >> 4 > 2) {
          return 14;
        }
      }
      break;
    }
    case 3:
      break;
    case 8:
      zeros++;
      break;
    case 9:
      if (type != 1) {
        return 15;
      }
      break;
    default:
      if (kind < 0x60000000u) {
        return 16;
      }
    }
  }
  if (type == 2 && executable == 0) {
    return 17;
  }
  if (code == 1 && zeros > 0) {
    return 18;
  }
  if (symbols > 1 && globals > 10) {
    reach_error();
  }
  return 0;
}
