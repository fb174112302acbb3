/* Lengths of strings, and searches for characters and strings. See compare.c. */
#include <stddef.h>

size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length] != 0) {
    length++;
  }
  return length;
}

size_t strnlen(const char *text, size_t most) {
  size_t length = 0;
  while (length < most && text[length] != 0) {
    length++;
  }
  return length;
}

/* The first place of the character, or of the closing zero. */
static char *find(const char *text, int character) {
  while (*text != (char)character && *text != 0) {
    text++;
  }
  return (char *)text;
}

static char *find_or_null(const char *text, int character) {
  char *place = find(text, character);
  return *place == (char)character ? place : NULL;
}

static char *find_last(const char *text, int character) {
  const char *last = NULL;
  for (;; text++) {
    if (*text == (char)character) {
      last = text;
    }
    if (*text == 0) {
      return (char *)last;
    }
  }
}

char *strchr(const char *text, int character) { return find_or_null(text, character); }

char *index(const char *text, int character) { return find_or_null(text, character); }

char *strchrnul(const char *text, int character) { return find(text, character); }

char *strrchr(const char *text, int character) { return find_last(text, character); }

char *rindex(const char *text, int character) { return find_last(text, character); }

void *memchr(const void *memory, int value, size_t size) {
  const unsigned char *bytes = memory;
  for (; size > 0; size--, bytes++) {
    if (*bytes == (unsigned char)value) {
      return (void *)bytes;
    }
  }
  return NULL;
}

void *memrchr(const void *memory, int value, size_t size) {
  const unsigned char *bytes = memory;
  while (size > 0) {
    if (bytes[--size] == (unsigned char)value) {
      return (void *)(bytes + size);
    }
  }
  return NULL;
}

void *rawmemchr(const void *memory, int value) {
  const unsigned char *bytes = memory;
  while (*bytes != (unsigned char)value) {
    bytes++;
  }
  return (void *)bytes;
}

static int lower(int character) { return character >= 'A' && character <= 'Z' ? character + 'a' - 'A' : character; }

static int starts_with(const char *text, const char *start) {
  for (; *start != 0; text++, start++) {
    if (*text != *start) {
      return 0;
    }
  }
  return 1;
}

static int starts_with_any_case(const char *text, const char *start) {
  for (; *start != 0; text++, start++) {
    if (lower((unsigned char)*text) != lower((unsigned char)*start)) {
      return 0;
    }
  }
  return 1;
}

char *strstr(const char *text, const char *wanted) {
  for (;; text++) {
    if (starts_with(text, wanted)) {
      return (char *)text;
    }
    if (*text == 0) {
      return NULL;
    }
  }
}

char *strcasestr(const char *text, const char *wanted) {
  for (;; text++) {
    if (starts_with_any_case(text, wanted)) {
      return (char *)text;
    }
    if (*text == 0) {
      return NULL;
    }
  }
}

static int equal_bytes(const unsigned char *left, const unsigned char *right, size_t size) {
  for (size_t i = 0; i < size; i++) {
    if (left[i] != right[i]) {
      return 0;
    }
  }
  return 1;
}

void *memmem(const void *memory, size_t size, const void *wanted, size_t wanted_size) {
  const unsigned char *bytes = memory;
  for (; size >= wanted_size; size--, bytes++) {
    if (equal_bytes(bytes, wanted, wanted_size)) {
      return (void *)bytes;
    }
    if (size == 0) {
      break;
    }
  }
  return NULL;
}

/* Whether the character, which is not zero, is in the set. */
static int is_one_of(char character, const char *set) {
  for (; *set != 0; set++) {
    if (character == *set) {
      return 1;
    }
  }
  return 0;
}

static size_t span(const char *text, const char *set, int inside) {
  size_t length = 0;
  while (text[length] != 0 && is_one_of(text[length], set) == inside) {
    length++;
  }
  return length;
}

size_t strspn(const char *text, const char *set) { return span(text, set, 1); }

size_t strcspn(const char *text, const char *set) { return span(text, set, 0); }

char *strpbrk(const char *text, const char *set) {
  text += span(text, set, 0);
  return *text == 0 ? NULL : (char *)text;
}

/* Ends the string at the first character of the set; *rest becomes the part behind it. */
static char *split(char *text, const char *set, char **rest) {
  char *end = text + span(text, set, 0);
  *rest = end;
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  }
  return text;
}

static char *token(char *text, const char *set, char **rest) {
  text = text == NULL ? *rest : text;
  if (text == NULL) {
    return NULL;
  }
  text += span(text, set, 1);
  if (*text == 0) {
    *rest = text;
    return NULL;
  }
  return split(text, set, rest);
}

char *strtok_r(char *text, const char *set, char **rest) { return token(text, set, rest); }

char *strtok(char *text, const char *set) {
  static char *rest;
  return token(text, set, &rest);
}

char *strsep(char **text, const char *set) {
  char *start = *text;
  if (start == NULL) {
    return NULL;
  }
  char *end = start + span(start, set, 0);
  if (*end == 0) { /* not written: it may be a constant */
    *text = NULL;
    return start;
  }
  *end = 0;
  *text = end + 1;
  return start;
}
