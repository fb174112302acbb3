#include "../src/limits.h"
int table_set(const char *key, int value);
int table_get(const char *key);
