// Exercises: an argument parser of the busybox kind: option letters, a number behind one of them, an operand, all nondet chars.
// family: BusyBox
// expected: 30/32 goals
// budget: 200000 executions
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

#define OPTION_ALL 1
#define OPTION_LONG 2
#define OPTION_WIDTH 4

static unsigned int options;
static int width;
static int operands;

static char *make_argument(void) {
  char *argument = malloc(6);
  if (!argument)
    abort();
  for (int i = 0; i < 5; i++)
    argument[i] = __VERIFIER_nondet_char();
  argument[5] = '\0';
  return argument;
}

static int parse_width(const char *text) {
  int value = 0;
  if (*text == '\0')
    return -1;
  for (; *text; text++) {
    if (*text < '0' || *text > '9')
      return -1;
    value = 10 * value + *text - '0';
  }
  return value;
}

static int parse(char *argument) {
  if (argument[0] != '-' || argument[1] == '\0') {
    operands++;
    return 0;
  }
  for (char *letter = argument + 1; *letter; letter++) {
    switch (*letter) {
    case 'a':
      options |= OPTION_ALL;
      break;
    case 'l':
      options |= OPTION_LONG;
      break;
    case 'w':
      options |= OPTION_WIDTH;
      width = parse_width(letter + 1);
      return width < 0 ? 1 : 0;
    default:
      return 1;
    }
  }
  return 0;
}

int main(void) {
  int argc = __VERIFIER_nondet_int();
  if (argc < 0 || argc > 2)
    return 0;
  for (int i = 0; i < argc; i++) {
    char *argument = make_argument();
    int failed = parse(argument);
    free(argument);
    if (failed)
      return 1;
  }
  if ((options & OPTION_ALL) && (options & OPTION_LONG) && operands == 1)
    return 2;
  if ((options & OPTION_WIDTH) && width == 80)
    return 3;
  /* every argument is an option or one operand */
  if (operands > 2)
    return 4;
  return 0;
}
