#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <table.h>

/* Reads lines such as "a=3" and "?a" from standard input. */
int main(void) {
  char line[64];
  while (fgets(line, sizeof line, stdin) != NULL) {
    char *value = strchr(line, '=');
    line[strcspn(line, "\n")] = 0;
    if (line[0] == '?') {
      printf("%d\n", table_get(line + 1));
    } else if (value != NULL) {
      *value = 0;
      if (table_set(line, atoi(value + 1)) != 0)
        puts("full");
    } else if (strcmp(line, VERSION) == 0) {
      return 3;
    } else if (line[0] == '!') {
      abort();
    }
  }
  return 0;
}
