/* Gives a program its inputs: draws them by input functions, then calls the program's main. Made by fizzer. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdlib.h>
{{- if .Zone}}
#include <time.h>
{{- end}}
{{- if .Bytes}}
#include <fcntl.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <sys/syscall.h>
#include <unistd.h>
{{- end}}

unsigned char __VERIFIER_nondet_uchar(void);
int {{.Main}}(int argc, char **argv, char **environment);

/* Largest length of an input in bytes, of a text, and number of arguments. */
enum { MAX_BYTES = {{.MaxBytes}}, MAX_TEXT = {{.MaxText}}, MAX_ARGUMENTS = {{.MaxArguments}} };

{{template "bytes.c" .}}
{{- if or .Named .Whole}}

/* Draws a whole input and returns its length. */
static size_t draw_bytes(unsigned char *bytes) {
  struct drawn from = {0};
  size_t length = 0;
  for (int next; (next = draw_byte(&from)) >= 0;)
    bytes[length++] = (unsigned char)next;
  return length;
}

/* Writes a file of the working directory and returns its descriptor, at the beginning of the file. System calls by their numbers:
 * so it is known which functions for files the program itself uses. */
static int write_file(const char *name, const unsigned char *bytes, size_t length) {
  int file = (int)syscall(SYS_open, name, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (file < 0)
    abort();
  for (size_t done = 0; done < length;) {
    long written = syscall(SYS_write, file, bytes + done, length - done);
    if (written <= 0)
      abort();
    done += (size_t)written;
  }
  syscall(SYS_lseek, file, 0L, SEEK_SET);
  return file;
}
{{- end}}
{{- if .Texts}}

/* Draws a text. */
static void draw_text(char *text) {
  struct drawn from = {0};
  for (int i = 0, next; i < MAX_TEXT && (next = draw_byte(&from)) > 0; i++)
    text[i] = (char)next;
}
{{- end}}
{{- if and .Stdin (not .Whole)}}

/* The C library's functions for standard input. They draw what the program reads when it reads it, so that each question of the
 * program follows the values that it is about. Other streams are left to the C library. */
static struct drawn input;
static int input_pushed = EOF, input_eof;

int fgetc(FILE *stream) {
  if (stream != stdin)
    return fgetc_unlocked(stream);
  int next = input_pushed;
  input_pushed = EOF;
  if (next == EOF)
    next = draw_byte(&input);
  if (next < 0) {
    input_eof = 1;
    return EOF;
  }
  return next;
}

int getc(FILE *stream) { return fgetc(stream); }
int _IO_getc(FILE *stream) { return fgetc(stream); }
int getchar(void) { return fgetc(stdin); }

int ungetc(int character, FILE *stream) {
  if (stream != stdin || character == EOF || input_pushed != EOF)
    return EOF;
  input_eof = 0;
  input_pushed = (unsigned char)character;
  return input_pushed;
}

char *fgets(char *line, int size, FILE *stream) {
  if (stream != stdin)
    return fgets_unlocked(line, size, stream);
  int length = 0;
  while (length + 1 < size) {
    int next = fgetc(stream);
    if (next == EOF)
      break;
    line[length++] = (char)next;
    if (next == '\n')
      break;
  }
  if (length == 0 && size != 1)
    return NULL;
  line[length] = 0;
  return line;
}

size_t fread(void *target, size_t size, size_t count, FILE *stream) {
  if (stream != stdin)
    return fread_unlocked(target, size, count, stream);
  size_t whole = size * count, length = 0;
  for (; length < whole; length++) {
    int next = fgetc(stream);
    if (next == EOF)
      break;
    ((unsigned char *)target)[length] = (unsigned char)next;
  }
  return size == 0 ? 0 : length / size;
}

int feof(FILE *stream) { return stream == stdin ? input_eof : feof_unlocked(stream); }
int ferror(FILE *stream) { return stream == stdin ? 0 : ferror_unlocked(stream); }

void clearerr(FILE *stream) {
  if (stream == stdin)
    input_eof = 0;
  else
    clearerr_unlocked(stream);
}

ssize_t read(int file, void *target, size_t size) {
  if (file != 0)
    return syscall(SYS_read, file, target, size);
  size_t length = 0;
  for (int next; length < size && (next = draw_byte(&input)) >= 0; length++)
    ((unsigned char *)target)[length] = (unsigned char)next;
  return (ssize_t)length;
}
{{- end}}
{{- if .Variables}}

extern char **environ;

/* What the environment has already, and the program's variables. */
enum { MAX_VARIABLES = 64 };
static char *environment[MAX_VARIABLES + {{len .Variables}} + 1];
static int variables;
{{- end}}

int main(void) {
  static char name[] = "program";
  static char *arguments[MAX_ARGUMENTS + 3];
  int count = 1;
  arguments[0] = name;
{{- if .Arguments}}
  static char texts[MAX_ARGUMENTS][MAX_TEXT + 1];
  int given = __VERIFIER_nondet_uchar();
  if (given > MAX_ARGUMENTS)
    given = MAX_ARGUMENTS;
  for (; count <= given; count++) {
    draw_text(texts[count - 1]);
    arguments[count] = texts[count - 1];
  }
{{- end}}
{{- if .Variables}}
  for (; variables < MAX_VARIABLES && environ[variables] != NULL; variables++)
    environment[variables] = environ[variables];
{{- end}}
{{- range $i, $v := .Variables}}
  static char variable{{$i}}[{{$v.Length}} + MAX_TEXT + 1] = {{$v.Prefix}};
  if (__VERIFIER_nondet_uchar() != 0) { /* it is set */
    draw_text(variable{{$i}} + {{$v.Length}});
    environment[variables++] = variable{{$i}};
  }
{{- end}}
{{- if .Variables}}
  environ = environment;
{{- if .Zone}}
  tzset(); /* some functions that need the zone do not look at the variable again; runs are forked because of this call */
{{- end}}
{{- end}}
{{- if .Named}}
  static unsigned char bytes[MAX_BYTES];
{{- end}}
{{- range .Named}}
  syscall(SYS_close, write_file({{.}}, bytes, draw_bytes(bytes)));
{{- end}}
{{- if and .Stdin .Whole}}
  static unsigned char input[MAX_BYTES];
  int file = write_file(".fizzer-stdin", input, draw_bytes(input));
  syscall(SYS_unlink, ".fizzer-stdin");
  if (file != 0) {
    syscall(SYS_dup2, file, 0);
    syscall(SYS_close, file);
  }
  __fpurge(stdin);
  clearerr(stdin);
{{- end}}
{{- if .Getopt}}
  extern int optind;
  optind = 0; /* begin anew */
{{- end}}
  return {{.Main}}(count, arguments, {{if .Variables}}environment{{else}}arguments + count + 1{{end}});
}
