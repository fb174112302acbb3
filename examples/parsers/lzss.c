/* A compressed text: flags, literals, copies from what was written before, a length and a sum; the result must say something. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_OUT 200

static unsigned char out[MAX_OUT];

int main(void) {
  if (__VERIFIER_nondet_uchar() != 'L' || __VERIFIER_nondet_uchar() != 'Z') {
    return 1;
  }
  int version = __VERIFIER_nondet_uchar();
  if (version < 1 || version > 3) {
    return 2;
  }
  int length = __VERIFIER_nondet_uchar();
  if (length > MAX_OUT) {
    return 3;
  }
  int written = 0, copies = 0, overlaps = 0, far = 0, runs = 0, longest = 0;
  while (written < length) {
    int flags = __VERIFIER_nondet_uchar();
    for (int bit = 0; bit < 8 && written < length; bit++) {
      if (flags & 1 << bit) {
        out[written++] = __VERIFIER_nondet_uchar();
        continue;
      }
      int low = __VERIFIER_nondet_uchar(), high = __VERIFIER_nondet_uchar();
      int distance = low | (high & 0xf0) << 4, count = (high & 15) + 3;
      if (version == 3 && (high & 15) == 15) {
        int more = __VERIFIER_nondet_uchar();
        if (more > 100) {
          return 4;
        }
        count += more;
      }
      if (distance == 0) {
        if (version < 2) {
          return 5;
        }
        runs++;
        int value = __VERIFIER_nondet_uchar();
        for (; count > 0 && written < length; count--) {
          out[written++] = (unsigned char)value;
        }
        continue;
      }
      if (distance > written) {
        return 6;
      }
      if (count > length - written) {
        return 7;
      }
      copies++;
      if (distance < count) {
        overlaps++;
      }
      if (distance > 64) {
        far++;
      }
      if (count > longest) {
        longest = count;
      }
      for (; count > 0; count--, written++) {
        out[written] = out[written - distance];
      }
    }
  }
  unsigned first = 1, second = 0;
  for (int i = 0; i < length; i++) {
    first = (first + out[i]) % 251;
    second = (second + first) % 251;
  }
  if (__VERIFIER_nondet_uchar() != first) {
    return 8;
  }
  if (__VERIFIER_nondet_uchar() != second) {
    return 9;
  }
  if (length == 0) {
    return 10;
  }
  if (far > 2) {
    return 11;
  }
  if (longest > 40) {
    return 12;
  }
  if (overlaps > 3 && runs > 1) {
    return 13;
  }
  int words = 0, letters = 0;
  for (int i = 0; i < length; i++) {
    if (out[i] >= 'a' && out[i] <= 'z') {
      letters++;
    } else if (out[i] == ' ' && letters > 0) {
      words++;
      letters = 0;
    } else {
      return 14;
    }
  }
  if (words > 3 && copies > 0) {
    if (words == 12) {
      reach_error();
    }
    return 15;
  }
  return 0;
}
