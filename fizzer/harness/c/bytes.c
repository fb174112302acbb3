{{if .Words -}}
/* The words of the program. A drawn byte from FIRST_WORD on stands for one of them. */
static const char *const words[] = {
{{- range .Words}}
  {{.}},
{{- end}}
};
enum { FIRST_WORD = 128, LAST_WORD = FIRST_WORD + sizeof words / sizeof *words - 1 };

{{end -}}
/* How drawn bytes become those of an input: END ends it; behind RAW, any byte stands for itself. */
enum { END = 0, RAW = 255 };

/* An input of which bytes are drawn as they are needed. */
struct drawn {
  size_t length;
  int ended;
{{- if .Words}}
  const char *word; /* the rest of the last word */
{{- end}}
};

/* Returns the next byte, or -1 at the end. */
static int draw_byte(struct drawn *from) {
  if (from->ended || from->length >= MAX_BYTES)
    return -1;
  from->length++;
{{- if .Words}}
  if (from->word != NULL && *from->word != 0)
    return (unsigned char)*from->word++;
{{- end}}
  unsigned char byte = __VERIFIER_nondet_uchar();
{{- if .Words}}
  if (byte >= FIRST_WORD && byte <= LAST_WORD) {
    from->word = words[byte - FIRST_WORD];
    return (unsigned char)*from->word++;
  }
{{- end}}
  if (byte == RAW)
    return __VERIFIER_nondet_uchar();
  from->ended = byte == END;
  return from->ended ? -1 : byte;
}
