/* The program as a target of AFL++: with its fork server, input by standard input; with -DPERSISTENT in one process. */
#include "inputs.h"

#include <unistd.h>

#ifdef PERSISTENT
__AFL_FUZZ_INIT();
#endif

int main(void) {
#ifdef PERSISTENT
  __AFL_INIT();
  const unsigned char *shared = __AFL_FUZZ_TESTCASE_BUF;
  while (__AFL_LOOP(100000)) {
    give(shared, (size_t)__AFL_FUZZ_TESTCASE_LEN);
    program_main();
  }
#else
  static unsigned char bytes[4096];
  ssize_t size = read(0, bytes, sizeof bytes);
  give(bytes, size > 0 ? (size_t)size : 0);
  program_main();
#endif
  return 0;
}
