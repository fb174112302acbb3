#include <table.h>

#include <string.h>

static struct {
  char key[8];
  int value;
} entries[ENTRIES];
static int used;

static int find(const char *key) {
  for (int i = 0; i < used; i++)
    if (strcmp(entries[i].key, key) == 0)
      return i;
  return -1;
}

int table_set(const char *key, int value) {
  int i = find(key);
  if (i < 0) {
    if (used == ENTRIES || strlen(key) >= sizeof entries[0].key)
      return -1;
    i = used++;
    strcpy(entries[i].key, key);
  }
  entries[i].value = value;
  return 0;
}

int table_get(const char *key) {
  int i = find(key);
  return i < 0 ? -1 : entries[i].value;
}
