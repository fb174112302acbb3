/* The program as a fuzz target of libFuzzer: called in its process again and again. Nothing is put back. */
#include "inputs.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  give(data, size);
  program_main();
  return 0;
}
