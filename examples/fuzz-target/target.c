/* A fuzz target in the common form: reads a record of a tag, a length and a checksum. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static int check(const uint8_t *data, size_t size) {
  uint8_t sum = 0;
  for (size_t i = 0; i < size; i++)
    sum = (uint8_t)(sum + data[i]);
  return sum == 0x5a;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 6 || memcmp(data, "REC", 3) != 0)
    return 0;
  size_t length = data[3];
  if (length + 4 > size)
    return 0;
  if (check(data + 4, length))
    return 1;
  return 0;
}
