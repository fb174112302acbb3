/* An IPv6 address in text form: groups, one gap (::), an IPv4 address at its end, a zone, a length of prefix; then what kind it is. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_TEXT 60

static unsigned char text[MAX_TEXT + 1];
static unsigned short group[8];

static int digit(int c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  if (c >= 'A' && c <= 'F') {
    return c - 'A' + 10;
  }
  return -1;
}

/* Reads a.b.c.d from at on; returns the end or 0. */
static const unsigned char *dotted(const unsigned char *at, unsigned *address) {
  *address = 0;
  for (int part = 0; part < 4; part++) {
    unsigned value = 0;
    int seen = 0;
    while (*at >= '0' && *at <= '9') {
      if (seen > 0 && value == 0) {
        return 0; /* a leading zero */
      }
      value = value * 10 + (*at++ - '0');
      if (++seen > 3 || value > 255) {
        return 0;
      }
    }
    if (seen == 0) {
      return 0;
    }
    *address = *address << 8 | value;
    if (part < 3 && *at++ != '.') {
      return 0;
    }
  }
  return at;
}

static int parse(int *prefix, int *zone) {
  const unsigned char *at = text;
  int count = 0, gap = -1;
  if (at[0] == ':') {
    if (at[1] != ':') {
      return 0;
    }
    gap = 0;
    at += 2;
  }
  while (*at && *at != '%' && *at != '/') {
    const unsigned char *start = at;
    unsigned value = 0;
    int digits = 0;
    while (digit(*at) >= 0) {
      value = value << 4 | (unsigned)digit(*at++);
      if (++digits > 4) {
        return 0;
      }
    }
    if (*at == '.') {
      unsigned address;
      if (count > 6 || (at = dotted(start, &address)) == 0) {
        return 0;
      }
      group[count++] = (unsigned short)(address >> 16);
      group[count++] = (unsigned short)address;
      break;
    }
    if (digits == 0 || count == 8) {
      return 0;
    }
    group[count++] = (unsigned short)value;
    if (*at != ':') {
      break;
    }
    at++;
    if (*at == ':') {
      if (gap >= 0) {
        return 0;
      }
      gap = count;
      at++;
    } else if (*at == 0) {
      return 0;
    }
  }
  if (gap >= 0) {
    if (count == 8) {
      return 0;
    }
    int moved = count - gap;
    for (int i = 1; i <= moved; i++) {
      group[8 - i] = group[count - i];
      group[count - i] = 0;
    }
  } else if (count != 8) {
    return 0;
  }
  if (*at == '%') {
    *zone = 0;
    while (*++at && *at != '/') {
      *zone += 1;
    }
    if (*zone == 0) {
      return 0;
    }
  }
  if (*at == '/') {
    *prefix = 0;
    if (*++at == 0) {
      return 0;
    }
    while (*at >= '0' && *at <= '9') {
      *prefix = *prefix * 10 + (*at++ - '0');
      if (*prefix > 128) {
        return 0;
      }
    }
  }
  return *at == 0;
}

int main(void) {
  int prefix = -1, zone = -1;
  for (int i = 0; i < MAX_TEXT; i++) {
    if ((text[i] = __VERIFIER_nondet_uchar()) == 0) {
      break;
    }
  }
  if (!parse(&prefix, &zone)) {
    return 1;
  }
  int zeros = 0;
  while (zeros < 8 && group[zeros] == 0) {
    zeros++;
  }
  if (zeros == 8) {
    return 2; /* :: */
  }
  if (zeros == 7 && group[7] == 1) {
    return 3; /* ::1 */
  }
  if (zeros == 5 && group[5] == 0xffff) {
    if (group[6] >> 8 == 127) {
      return 4; /* ::ffff:127.x.y.z */
    }
    return 5;
  }
  if ((group[0] & 0xffc0) == 0xfe80) {
    if (zone < 0) {
      return 6;
    }
    if (zone == 4) {
      return 7;
    }
  } else if (zone >= 0) {
    return 8;
  }
  if ((group[0] & 0xff00) == 0xff00) {
    switch (group[0] & 15) {
    case 1:
      return 9;
    case 2:
      return 10;
    case 5:
      return 11;
    case 14:
      return 12;
    }
  }
  if ((group[0] & 0xfe00) == 0xfc00 && prefix == 48) {
    return 13;
  }
  if (group[0] == 0x2001 && group[1] == 0xdb8) {
    if (prefix == 32) {
      reach_error();
    }
    return 14;
  }
  if (prefix >= 0 && prefix < 16 && (group[0] << prefix & 0xffff) != 0) {
    return 15;
  }
  return 0;
}
