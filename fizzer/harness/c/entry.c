/* Calls {{.Function}} with drawn parameters. Made by fizzer from the function's signature; edit it and give it as one more file of the program
 * in place of --entry. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

/* Largest length of a text, number of elements behind a pointer, and depth of structures behind pointers. */
enum { MAX_BYTES = {{.MaxText}}, MAX_ELEMENTS = {{.MaxElements}}, MAX_DEPTH = {{.MaxDepth}} };

{{template "bytes.c" .}}

/* Returns zeroed memory of exactly this size. */
static void *room(size_t size) {
  void *memory = calloc(1, size > 0 ? size : 1);
  if (memory == NULL)
    abort();
  return memory;
}

/* Draws bytes; the memory has exactly their number, and room for more. */
static inline void *draw_buffer(size_t *length, size_t more) {
  char bytes[MAX_BYTES];
  struct drawn from = {0};
  *length = 0;
  for (int next; (next = draw_byte(&from)) >= 0;)
    bytes[(*length)++] = (char)next;
  char *memory = room(*length + more);
  memcpy(memory, bytes, *length);
  return memory;
}

/* Draws a text with its closing zero. */
static inline void *draw_text(size_t more) {
  size_t length;
  return draw_buffer(&length, more + 1);
}

static inline size_t draw_count(void) { return __VERIFIER_nondet_uchar() % (MAX_ELEMENTS + 1); }
{{range .Declarations}}
{{.}}{{end}}
int main(void) {
{{.Body}}  return 0;
}
