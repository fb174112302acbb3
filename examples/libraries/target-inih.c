/* Reads settings of a server, as a user of the library inih would. */
#include <ini.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct settings {
  int port, strict;
};

static int set(void *user, const char *section, const char *name, const char *value) {
  struct settings *settings = user;
  if (strcmp(section, "net") == 0 && strcmp(name, "port") == 0)
    settings->port = atoi(value);
  else if (strcmp(name, "strict") == 0)
    settings->strict = strcmp(value, "yes") == 0;
  else
    return 0;
  return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct settings settings = {0};
  ini_parse_string_length((const char *)data, size, set, &settings);
  return 0;
}
