/* Matches with the library tiny-regex-c: the input has a pattern, a line end, and a text. Patterns are short: the library has no bound. */
#include <re.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char pattern[25] = "", text[41] = "";
  const uint8_t *end = size == 0 ? NULL : memchr(data, '\n', size);
  size_t length = end == NULL ? size : (size_t)(end - data);
  if (length >= sizeof pattern)
    return 0;
  if (length > 0)
    memcpy(pattern, data, length);
  if (end != NULL) {
    size_t rest = size - length - 1;
    memcpy(text, end + 1, rest < sizeof text ? rest : sizeof text - 1);
  }
  int matched;
  re_match(pattern, text, &matched);
  return 0;
}
