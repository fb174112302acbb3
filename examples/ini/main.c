/* Reads settings of a network service from standard input. */
#include "ini.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct settings {
  int port;
  int verbose;
};

static int next_line(char *line, int size) { return fgets(line, size, stdin) != NULL; }

static int set(void *user, const char *section, const char *key, const char *value) {
  struct settings *s = user;
  if (strcmp(section, "net") == 0 && strcmp(key, "port") == 0) {
    s->port = atoi(value);
    return s->port < 1 || s->port > 65535;
  }
  if (strcmp(key, "verbose") == 0)
    s->verbose = value[0] == '1';
  return 0;
}

int main(void) {
  struct settings s = {80, 0};
  int line = ini_parse(next_line, set, &s);
  if (line != 0) {
    fprintf(stderr, "error in line %d\n", line);
    return 1;
  }
  printf("port %d%s\n", s.port, s.verbose ? ", verbose" : "");
  return 0;
}
