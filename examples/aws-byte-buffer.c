// Exercises: a harness of the AWS kind: a byte buffer whose fields are inputs, assumed valid, then an append that may grow it.
// family: AWS-C-Common
// expected: 14/16 goals
// budget: 200000 executions
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error(void) { __assert_fail("0", "aws-byte-buffer.c", 3, "reach_error"); }
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
void assume_abort_if_not(int cond) {
  if (!cond) {
    abort();
  }
}
void __VERIFIER_assert(int cond) {
  if (!cond) {
    reach_error();
  }
}

#define MAX_CAPACITY 16

struct byte_buffer {
  size_t length;
  uint8_t *data;
  size_t capacity;
};

static int is_valid(const struct byte_buffer *buffer) {
  return buffer->length <= buffer->capacity && (buffer->capacity == 0) == (buffer->data == NULL);
}

static int append(struct byte_buffer *buffer, uint8_t byte) {
  if (buffer->length == buffer->capacity) {
    size_t grown = buffer->capacity ? 2 * buffer->capacity : 1;
    if (grown > MAX_CAPACITY) {
      return -1;
    }
    uint8_t *data = realloc(buffer->data, grown);
    if (!data) {
      return -1;
    }
    buffer->data = data;
    buffer->capacity = grown;
  }
  buffer->data[buffer->length++] = byte;
  return 0;
}

int main(void) {
  struct byte_buffer buffer;
  buffer.capacity = __VERIFIER_nondet_ulong();
  assume_abort_if_not(buffer.capacity <= MAX_CAPACITY);
  buffer.length = __VERIFIER_nondet_ulong();
  buffer.data = buffer.capacity ? malloc(buffer.capacity) : NULL;
  assume_abort_if_not(is_valid(&buffer));
  size_t before = buffer.length;
  if (append(&buffer, __VERIFIER_nondet_uchar()) == 0) {
    __VERIFIER_assert(buffer.length == before + 1);
  } else {
    __VERIFIER_assert(buffer.length == before);
  }
  __VERIFIER_assert(is_valid(&buffer));
  free(buffer.data);
  return 0;
}
