/* The values of a run, from the file at descriptor 3: their number and the number of their bytes, the size of each, the bytes. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct {
  uint32_t values, bytes;
  unsigned short sizes[];
} *recorded;

__attribute__((constructor(101))) static void map_values(void) {
  off_t size = lseek(3, 0, SEEK_END);
  void *mapped = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, 3, 0);
  if (mapped == MAP_FAILED)
    _exit(126);
  close(3);
  recorded = mapped;
}

size_t recorded_values(void) { return recorded->values; }
const unsigned short *recorded_sizes(void) { return recorded->sizes; }
const unsigned char *recorded_bytes(void) { return (const unsigned char *)(recorded->sizes + recorded->values); }

/* Sanitizers report to descriptor 4, where the program's own output is not. The first line says that the program starts. */
extern void __sanitizer_set_report_fd(void *descriptor);
__attribute__((constructor(102))) static void report_there(void) {
  __sanitizer_set_report_fd((void *)4);
  if (write(4, "started\n", 8) != 8)
    _exit(126);
}
