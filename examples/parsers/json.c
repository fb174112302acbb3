/* A JSON text: values, nesting, escapes, numbers; then a configuration with three keys is taken from it. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_TEXT 120

static unsigned char text[MAX_TEXT + 1];
static int at, depth, ported, named, on;

static void space(void) {
  while (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
    at++;
  }
}

static int is(const char *word) {
  int i = 0;
  while (word[i] && text[at + i] == (unsigned char)word[i]) {
    i++;
  }
  if (word[i] == 0) {
    at += i;
    return 1;
  }
  return 0;
}

static int hexadecimal(int c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/* Returns the length of a string, -1 if it is none. */
static int string(unsigned char *out) {
  int length = 0;
  if (text[at] != '"') {
    return -1;
  }
  at++;
  while (text[at] != '"') {
    int c = text[at++];
    if (c < ' ') {
      return -1;
    }
    if (c == '\\') {
      c = text[at++];
      switch (c) {
      case 'n':
        c = '\n';
        break;
      case 't':
        c = '\t';
        break;
      case '"':
      case '\\':
      case '/':
        break;
      case 'u':
        for (int i = 0; i < 4; i++) {
          if (!hexadecimal(text[at])) {
            return -1;
          }
          at++;
        }
        c = '?';
        break;
      default:
        return -1;
      }
    }
    if (length < 8) {
      out[length] = (unsigned char)c;
    }
    length++;
  }
  at++;
  return length;
}

static int number(int *value) {
  int negative = 0, exponent = 0;
  *value = 0;
  if (text[at] == '-') {
    negative = 1;
    at++;
  }
  if (text[at] == '0') {
    at++;
  } else if (text[at] >= '1' && text[at] <= '9') {
    while (text[at] >= '0' && text[at] <= '9') {
      if (*value > 100000000) {
        return 0;
      }
      *value = *value * 10 + (text[at++] - '0');
    }
  } else {
    return 0;
  }
  if (text[at] == '.') {
    at++;
    if (text[at] < '0' || text[at] > '9') {
      return 0;
    }
    while (text[at] >= '0' && text[at] <= '9') {
      at++;
    }
  }
  if (text[at] == 'e' || text[at] == 'E') {
    at++;
    if (text[at] == '+' || text[at] == '-') {
      at++;
    }
    if (text[at] < '0' || text[at] > '9') {
      return 0;
    }
    while (text[at] >= '0' && text[at] <= '9') {
      exponent = exponent * 10 + (text[at++] - '0');
      if (exponent > 300) {
        return 0;
      }
    }
  }
  if (negative) {
    *value = -*value;
  }
  return 1;
}

static int same(const unsigned char *key, int length, const char *word) {
  for (int i = 0; i < length; i++) {
    if (key[i] != (unsigned char)word[i]) {
      return 0;
    }
  }
  return word[length] == 0;
}

static int value(int *result);

static int object(void) {
  unsigned char key[8] = {0};
  at++;
  space();
  if (text[at] == '}') {
    at++;
    return 1;
  }
  for (;;) {
    space();
    int length = string(key), result = 0;
    if (length < 0) {
      return 0;
    }
    space();
    if (text[at++] != ':') {
      return 0;
    }
    int kind = value(&result);
    if (kind == 0) {
      return 0;
    }
    if (depth == 1 && length <= 7) {
      if (same(key, length, "port") && kind == 2) {
        if (result < 1 || result > 65535) {
          return 0;
        }
        ported = result;
      } else if (same(key, length, "name") && kind == 3) {
        named = result;
      } else if (same(key, length, "on") && kind == 4) {
        on = 1;
      }
    }
    space();
    if (text[at] == '}') {
      at++;
      return 1;
    }
    if (text[at++] != ',') {
      return 0;
    }
  }
}

static int array(void) {
  int count = 0, result;
  at++;
  space();
  if (text[at] == ']') {
    at++;
    return 1;
  }
  for (;;) {
    if (!value(&result)) {
      return 0;
    }
    count++;
    space();
    if (text[at] == ']') {
      at++;
      return count > 5 ? 7 : 1;
    }
    if (text[at++] != ',') {
      return 0;
    }
  }
}

/* Returns the kind of a value, 0 if there is none. */
static int value(int *result) {
  unsigned char out[8];
  int kind = 0;
  space();
  if (++depth > 6) {
    return 0;
  }
  switch (text[at]) {
  case '{':
    kind = object() ? 1 : 0;
    break;
  case '[':
    kind = array() ? 5 : 0;
    break;
  case '"':
    *result = string(out);
    kind = *result >= 0 ? 3 : 0;
    break;
  case 't':
    kind = is("true") ? 4 : 0;
    break;
  case 'f':
    kind = is("false") ? 6 : 0;
    break;
  case 'n':
    kind = is("null") ? 8 : 0;
    break;
  default:
    kind = number(result) ? 2 : 0;
  }
  depth--;
  return kind;
}

int main(void) {
  int result = 0;
  for (int i = 0; i < MAX_TEXT; i++) {
    if ((text[i] = __VERIFIER_nondet_uchar()) == 0) {
      break;
    }
  }
  int kind = value(&result);
  space();
  if (kind == 0 || text[at] != 0) {
    return 1;
  }
  if (kind != 1) {
    return 2;
  }
  if (ported == 0) {
    return 3;
  }
  if (ported < 1024) {
    return 4;
  }
  if (named > 3 && on) {
    if (ported == 8080) {
      reach_error();
    }
    return 5;
  }
  return 0;
}
