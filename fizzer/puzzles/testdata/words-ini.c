// Exercises: words of the program in copies of a text: a section, then a key behind it, then a value.
// executions: 60000 (two lines must come together, each with a word; no single character of the later ones covers anything)
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

static char line[64], section[32], key[32], value[32];

static void copy(char *to, const char *from, int count) {
  int i;
  for (i = 0; i < count && i < 31; i++) {
    to[i] = from[i];
  }
  to[i] = 0;
}

static int set(void) {
  if (strcmp(section, "network") == 0 && strcmp(key, "port") == 0) {
    return strcmp(value, "default") == 0 ? 2 : 1;
  }
  return 0;
}

static int parse(void) {
  char *end;
  if (line[0] == '[' && (end = strchr(line, ']')) != 0) {
    copy(section, line + 1, (int)(end - line - 1));
  } else if ((end = strchr(line, '=')) != 0) {
    copy(key, line, (int)(end - line));
    copy(value, end + 1, (int)strlen(end + 1));
    return set();
  }
  return 0;
}

int main(void) {
  unsigned int count = __VERIFIER_nondet_ushort();
  unsigned int at = 0;
  for (unsigned int i = 0; i < count; i++) {
    char c = (char)__VERIFIER_nondet_uchar();
    if (c != '\n') {
      if (at < sizeof line - 1) {
        line[at++] = c;
      }
      continue;
    }
    line[at] = 0;
    at = 0;
    if (parse() == 2) {
      return 1;
    }
  }
  return 0;
}
