/* Calls a fuzz target in the form that libFuzzer made common. Made by fizzer. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
{{- if .Initialize}}
int LLVMFuzzerInitialize(int *argc, char ***argv);
{{- end}}

/* Largest length of an input in bytes. */
enum { MAX_BYTES = {{.MaxBytes}} };

int main(void) {
{{- if .Initialize}}
  static char name[] = "program";
  static char *arguments[] = {name, NULL};
  char **given = arguments;
  int count = 1;
  LLVMFuzzerInitialize(&count, &given);
{{- end}}
  size_t length = __VERIFIER_nondet_uchar();
  if (length == 255)
    length = __VERIFIER_nondet_ushort();
  if (length > MAX_BYTES)
    length = MAX_BYTES;
  uint8_t *data = malloc(length > 0 ? length : 1); /* of exactly this size, so that accesses beyond it are found */
  if (data == NULL)
    abort();
  for (size_t i = 0; i < length; i++)
    data[i] = __VERIFIER_nondet_uchar();
  LLVMFuzzerTestOneInput(data, length);
  free(data);
  return 0;
}
