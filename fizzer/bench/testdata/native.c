/*
 * The physical limit: the program as the compiler makes it, without monitors and with nothing put back, called again and
 * again in one process. Arguments: a file of inputs, the bytes of one input, processor seconds. Prints the calls made.
 */
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **arguments) {
  static unsigned char bytes[1 << 16];
  if (count != 4) return 2;
  FILE *file = fopen(arguments[1], "rb");
  size_t size = strtoul(arguments[2], NULL, 10);
  if (file == NULL || size == 0) return 2;
  size_t inputs = fread(bytes, size, sizeof bytes / size, file);
  if (inputs == 0) return 2;
  unsigned long calls = 0;
  /* The time to start the process is not the program's: it would leave none of a short time. */
  clock_t before = clock(), now, end = before + (clock_t)(strtod(arguments[3], NULL) * CLOCKS_PER_SEC);
  unsigned long between = 1;
  do {
    for (unsigned long i = 0; i < between; i++, calls++) {
      give(bytes + calls % inputs * size, size);
      program_main();
    }
    now = clock();
    if (now - before < CLOCKS_PER_SEC / 100) between *= 2; /* the clock is asked rarely */
    before = now;
  } while (now < end);
  printf("%lu\n", calls);
  return 0;
}
