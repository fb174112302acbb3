// Exercises: a driver whose operations are called through a table: release before open.
// family: DeviceDriversLinux64
// data model: LP64
// executions: 500000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "driver-operations.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);

struct operations {
  int (*open)(int);
  int (*write)(int);
  int (*release)(int);
};

static int opened, written;

static int device_open(int flags) {
  if (flags & 4) {
    return -1;
  }
  opened++;
  return 0;
}

static int device_write(int count) {
  if (count == 512) {
    written = 1;
  }
  return count;
}

static int device_release(int unused) {
  (void)unused;
  __VERIFIER_assert(!(written && opened == 0));
  opened--;
  return 0;
}

static const struct operations operations = {device_open, device_write, device_release};

int main(void) {
  for (int i = 0; i < 6; i++) {
    int (*next)(int);
    switch (__VERIFIER_nondet_int()) {
    case 1: next = operations.open; break;
    case 2: next = operations.write; break;
    case 3: next = operations.release; break;
    default: return 0;
    }
    next(__VERIFIER_nondet_int());
  }
  return 0;
}
