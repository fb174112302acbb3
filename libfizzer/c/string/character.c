/* Character classes in the locale "C", with the results of the GNU C library. See compare.c. */

/* The bits of the GNU C library's table of characters. */
enum {
  BLANK = 1,
  CONTROL = 2,
  PUNCTUATION = 4,
  ALPHANUMERIC = 8,
  UPPER = 256,
  LOWER = 512,
  LETTER = 1024,
  DIGIT = 2048,
  HEXADECIMAL = 4096,
  SPACE = 8192,
  PRINTABLE = 16384,
  VISIBLE = 32768,
};

static int within(int character, int first, int last) { return character >= first && character <= last; }

static int is_letter(int character) { return within(character, 'a', 'z') || within(character, 'A', 'Z'); }

static int is_alphanumeric(int character) { return is_letter(character) || within(character, '0', '9'); }

int isalnum(int character) { return is_alphanumeric(character) ? ALPHANUMERIC : 0; }

int isalpha(int character) { return is_letter(character) ? LETTER : 0; }

int isblank(int character) { return character == ' ' || character == '\t' ? BLANK : 0; }

int iscntrl(int character) { return within(character, 0, 31) || character == 127 ? CONTROL : 0; }

int isdigit(int character) { return within(character, '0', '9') ? DIGIT : 0; }

int isgraph(int character) { return within(character, '!', '~') ? VISIBLE : 0; }

int islower(int character) { return within(character, 'a', 'z') ? LOWER : 0; }

int isprint(int character) { return within(character, ' ', '~') ? PRINTABLE : 0; }

int ispunct(int character) { return within(character, '!', '~') && !is_alphanumeric(character) ? PUNCTUATION : 0; }

int isspace(int character) { return character == ' ' || within(character, '\t', '\r') ? SPACE : 0; }

int isupper(int character) { return within(character, 'A', 'Z') ? UPPER : 0; }

int isxdigit(int character) {
  return within(character, '0', '9') || within(character, 'a', 'f') || within(character, 'A', 'F') ? HEXADECIMAL : 0;
}

int isascii(int character) { return within(character, 0, 127); }

int toascii(int character) { return character & 127; }

/*
 * What the C library's tables have for a negative char, from -128 to -2: the unsigned one. Without a condition to
 * cover.
 */
static int other(int character) {
  unsigned from = (unsigned)character + 128, negative = (from - 127) >> 31 & ~from >> 31;
  return character + (int)(negative << 8);
}

int tolower(int character) { return within(character, 'A', 'Z') ? character + 'a' - 'A' : other(character); }

int toupper(int character) { return within(character, 'a', 'z') ? character + 'A' - 'a' : other(character); }
