#include "ini.h"

#include <ctype.h>
#include <string.h>

static char *strip(char *text) {
  while (*text && isspace((unsigned char)*text))
    text++;
  char *end = text + strlen(text);
  while (end > text && isspace((unsigned char)end[-1]))
    end--;
  *end = '\0';
  return text;
}

int ini_parse(int (*next)(char *line, int size), ini_handler *handler, void *user) {
  char line[INI_LINE], section[INI_NAME] = "";
  for (int number = 1; next(line, sizeof line); number++) {
    char *text = strip(line);
    if (*text == '\0' || *text == ';' || *text == '#')
      continue;
    if (*text == '[') {
      char *end = strchr(text, ']');
      if (end == NULL)
        return number;
      *end = '\0';
      strncpy(section, text + 1, sizeof section - 1);
      continue;
    }
    char *sign = strchr(text, '=');
    if (sign == NULL)
      return number;
    *sign = '\0';
    if (handler(user, section, strip(text), strip(sign + 1)))
      return -1;
  }
  return 0;
}
