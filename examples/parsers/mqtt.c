/* A broker's side of MQTT: packets with variable lengths; connecting, subscribing with wildcards, publishing with acknowledgements. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_PACKET 80
#define MAX_PACKETS 10
#define MAX_TOPICS 4
#define MAX_TOPIC 12

static unsigned char packet[MAX_PACKET];
static unsigned char topics[MAX_TOPICS][MAX_TOPIC + 1];
static int topicCount, connected, pending[4], delivered, released, pings;

static int two(int at) { return packet[at] << 8 | packet[at + 1]; }

static int connect(int length) {
  if (connected) {
    return 1;
  }
  if (length < 12 || two(0) != 4 || packet[2] != 'M' || packet[3] != 'Q' || packet[4] != 'T' || packet[5] != 'T') {
    return 2;
  }
  if (packet[6] != 4) {
    return 3;
  }
  int flags = packet[7], at = 10;
  if (flags & 1) {
    return 4;
  }
  int name = two(at);
  at += 2 + name;
  if (at > length) {
    return 5;
  }
  if (name == 0 && !(flags & 2)) {
    return 6;
  }
  if (flags & 4) { /* a will: topic and message */
    for (int i = 0; i < 2; i++) {
      if (at + 2 > length) {
        return 7;
      }
      at += 2 + two(at);
      if (at > length) {
        return 8;
      }
    }
  } else if (flags & 0x38) {
    return 9;
  }
  if (flags & 0x80) {
    if (at + 2 > length) {
      return 10;
    }
    at += 2 + two(at);
  }
  if (at != length) {
    return 11;
  }
  connected = flags & 0x80 ? 2 : 1;
  return 0;
}

static int subscribe(int length) {
  if (length < 5) {
    return 12;
  }
  if (two(0) == 0) {
    return 13;
  }
  for (int at = 2; at < length;) {
    int size = two(at);
    at += 2;
    if (size == 0 || size > MAX_TOPIC || at + size + 1 > length) {
      return 14;
    }
    if (topicCount == MAX_TOPICS) {
      return 15;
    }
    for (int i = 0; i < size; i++) {
      int c = packet[at + i];
      if (c == '#' && (i != size - 1 || (i > 0 && packet[at + i - 1] != '/'))) {
        return 16;
      }
      if (c == '+' && i > 0 && packet[at + i - 1] != '/') {
        return 17;
      }
      topics[topicCount][i] = (unsigned char)c;
    }
    topics[topicCount][size] = 0;
    at += size;
    if (packet[at++] > 2) {
      return 18;
    }
    topicCount++;
  }
  return 0;
}

static int matches(const unsigned char *filter, const unsigned char *name, int size) {
  int i = 0;
  for (; *filter; filter++) {
    if (*filter == '#') {
      return 2;
    }
    if (*filter == '+') {
      while (i < size && name[i] != '/') {
        i++;
      }
    } else {
      if (i >= size || name[i] != *filter) {
        return 0;
      }
      i++;
    }
  }
  return i == size;
}

static int publish(int flags, int length) {
  if (length < 2) {
    return 19;
  }
  int size = two(0), quality = flags >> 1 & 3, at = 2 + size;
  if (size == 0 || at > length || quality == 3) {
    return 20;
  }
  if (quality > 0) {
    if (at + 2 > length || two(at) == 0) {
      return 21;
    }
    if (quality == 2) {
      int slot = 0;
      while (slot < 4 && pending[slot] != 0) {
        slot++;
      }
      if (slot == 4) {
        return 22;
      }
      pending[slot] = two(at);
    }
    at += 2;
  }
  for (int i = 0; i < topicCount; i++) {
    int how = matches(topics[i], packet + 2, size);
    if (how == 2) {
      delivered += 100;
    } else if (how == 1) {
      delivered++;
    }
  }
  return 0;
}

static int release(int length) {
  if (length != 2) {
    return 23;
  }
  for (int i = 0; i < 4; i++) {
    if (pending[i] != 0 && pending[i] == two(0)) {
      pending[i] = 0;
      released++;
      return 0;
    }
  }
  return 24;
}

int main(void) {
  for (int n = 0; n < MAX_PACKETS; n++) {
    int first = __VERIFIER_nondet_uchar(), length = 0, shift = 0, more;
    do {
      more = __VERIFIER_nondet_uchar();
      length |= (more & 127) << shift;
      shift += 7;
      if (shift > 28) {
        return 25;
      }
    } while (more & 128);
    if (length > MAX_PACKET) {
      return 26;
    }
    for (int i = 0; i < length; i++) {
      packet[i] = __VERIFIER_nondet_uchar();
    }
    int failed = 0;
    if (!connected && first >> 4 != 1) {
      return 27;
    }
    switch (first >> 4) {
    case 1:
      failed = first & 15 ? 28 : connect(length);
      break;
    case 3:
      failed = publish(first & 15, length);
      break;
    case 6:
      failed = (first & 15) != 2 ? 29 : release(length);
      break;
    case 8:
      failed = (first & 15) != 2 ? 30 : subscribe(length);
      break;
    case 12:
      pings++;
      failed = length != 0 ? 31 : 0;
      break;
    case 14:
      if (delivered >= 100 && released > 0) {
        return 32;
      }
      if (connected == 2 && delivered > 2 && pings > 1) {
        reach_error();
      }
      return 0;
    default:
      return 33;
    }
    if (failed) {
      return failed;
    }
  }
  return 34;
}
