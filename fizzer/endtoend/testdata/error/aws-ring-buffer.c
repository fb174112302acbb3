// Exercises: a ring buffer whose capacity check is off by one.
// family: AWS-C-Common
// data model: LP64
// executions: 500
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "aws-ring-buffer.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}
extern unsigned long __VERIFIER_nondet_ulong(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct ring {
  unsigned long capacity, head, length;
};

static int is_valid(const struct ring *r) { return r->capacity <= 64 && r->head < r->capacity && r->length <= r->capacity; }

static int push(struct ring *r, unsigned long count) {
  if (r->length + count > r->capacity + 1) {
    return -1;
  }
  r->length += count;
  return 0;
}

int main(void) {
  struct ring r = {__VERIFIER_nondet_ulong(), 0, 0};
  r.head = __VERIFIER_nondet_ulong();
  r.length = __VERIFIER_nondet_ulong();
  assume_abort_if_not(is_valid(&r));
  unsigned long count = __VERIFIER_nondet_uchar();
  assume_abort_if_not(count > 3);
  if (push(&r, count) == 0) {
    __VERIFIER_assert(is_valid(&r));
  }
  return 0;
}
