/* The chunks of a PNG file: signature, header, palette, texts and image data in their order, with lengths and a checksum for each. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_CHUNK 64
#define MAX_CHUNKS 12

static unsigned char data[MAX_CHUNK];
static unsigned sum;

static unsigned byte(void) {
  unsigned b = __VERIFIER_nondet_uchar();
  sum = (sum ^ b) & 0xffff;
  for (int i = 0; i < 8; i++) {
    sum = sum & 1 ? sum >> 1 ^ 0xa001 : sum >> 1;
  }
  return b;
}

static unsigned word(void) {
  unsigned value = 0;
  for (int i = 0; i < 4; i++) {
    value = value << 8 | byte();
  }
  return value;
}

#define NAME(a, b, c, d) ((unsigned)(a) << 24 | (unsigned)(b) << 16 | (unsigned)(c) << 8 | (unsigned)(d))

static unsigned width, height, depth, color, interlace;

static int header(unsigned length) {
  if (length != 13) {
    return 0;
  }
  width = NAME(data[0], data[1], data[2], data[3]);
  height = NAME(data[4], data[5], data[6], data[7]);
  depth = data[8];
  color = data[9];
  interlace = data[12];
  if (width == 0 || height == 0 || width > 4096 || height > 4096) {
    return 0;
  }
  if (data[10] != 0 || data[11] != 0 || interlace > 1) {
    return 0;
  }
  switch (color) {
  case 0:
    return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
  case 3:
    return depth == 1 || depth == 2 || depth == 4 || depth == 8;
  case 2:
  case 4:
  case 6:
    return depth == 8 || depth == 16;
  }
  return 0;
}

int main(void) {
  static const unsigned char signature[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
  for (int i = 0; i < 8; i++) {
    if (__VERIFIER_nondet_uchar() != signature[i]) {
      return 1;
    }
  }
  int headers = 0, palettes = 0, images = 0, after = 0, colors = 0, texts = 0, gamma = 0;
  unsigned pixels = 0;
  for (int i = 0; i < MAX_CHUNKS; i++) {
    unsigned length = word();
    sum = 0;
    unsigned kind = word();
    if (length > MAX_CHUNK) {
      return 2;
    }
    for (unsigned k = 0; k < length; k++) {
      data[k] = (unsigned char)byte();
    }
    unsigned expected = sum;
    if (word() != expected) {
      return 3;
    }
    if (i == 0 && kind != NAME('I', 'H', 'D', 'R')) {
      return 4;
    }
    switch (kind) {
    case NAME('I', 'H', 'D', 'R'):
      if (headers++ > 0 || !header(length)) {
        return 5;
      }
      break;
    case NAME('P', 'L', 'T', 'E'):
      if (palettes++ > 0 || images > 0 || length % 3 != 0 || length == 0) {
        return 6;
      }
      if (color == 0 || color == 4) {
        return 7;
      }
      colors = (int)length / 3;
      if (color == 3 && colors > 1 << depth) {
        return 8;
      }
      break;
    case NAME('I', 'D', 'A', 'T'):
      if (after || (color == 3 && palettes == 0)) {
        return 9;
      }
      images++;
      pixels += length;
      break;
    case NAME('t', 'E', 'X', 't'): {
      unsigned end = 0;
      while (end < length && data[end] != 0) {
        end++;
      }
      if (end == 0 || end == length) {
        return 10;
      }
      if (end == 5 && data[0] == 'T' && data[1] == 'i' && data[4] == 'e') {
        texts += 10;
      }
      texts++;
      after = images > 0;
      break;
    }
    case NAME('g', 'A', 'M', 'A'):
      if (length != 4 || palettes > 0 || images > 0) {
        return 11;
      }
      gamma = data[2] << 8 | data[3];
      after = images > 0;
      break;
    case NAME('I', 'E', 'N', 'D'):
      if (length != 0 || images == 0) {
        return 12;
      }
      if (texts > 10) {
        return 13;
      }
      if (interlace && pixels >= width * height && gamma > 100) {
        reach_error();
      }
      if (colors == 7) {
        return 14;
      }
      return 0;
    default:
      if ((kind >> 24 & 0x20) == 0) {
        return 15; /* an unknown chunk that one must know */
      }
      after = images > 0;
    }
  }
  return 16;
}
