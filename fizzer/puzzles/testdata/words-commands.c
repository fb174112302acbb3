// Exercises: words in a string, compared without regard to case behind a table of commands.
// executions: 40000 (each command is a word of the table; the last one needs a space and an argument behind it)
#include <string.h>
#include <strings.h>

extern char *__VERIFIER_nondet_string(void);

static const char *const commands[] = {"connect", "disconnect", "subscribe", "publish"};

int main(void) {
  const char *text = __VERIFIER_nondet_string();
  for (unsigned int i = 0; i < sizeof commands / sizeof *commands; i++) {
    size_t length = strlen(commands[i]);
    if (strncasecmp(text, commands[i], length) == 0 && text[length] == ' ') {
      switch (i) {
      case 0: return 1;
      case 1: return 2;
      case 2: return 3;
      default: return strcmp(text + length + 1, "retained") == 0 ? 5 : 4;
      }
    }
  }
  return 0;
}
