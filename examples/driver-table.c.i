# 0 "/work/main/examples/driver-table.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/main/examples/driver-table.c"




# 1 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 1 3 4
# 145 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4

# 145 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef long int ptrdiff_t;
# 214 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef long unsigned int size_t;
# 329 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef int wchar_t;
# 424 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
typedef struct {
  long long __max_align_ll __attribute__((__aligned__(__alignof__(long long))));
  long double __max_align_ld __attribute__((__aligned__(__alignof__(long double))));
# 435 "/usr/lib/gcc/x86_64-linux-gnu/12/include/stddef.h" 3 4
} max_align_t;
# 6 "/work/main/examples/driver-table.c" 2


# 7 "/work/main/examples/driver-table.c"
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);

struct device;

struct file_operations {
  int (*open)(struct device *);
  int (*release)(struct device *);
  long (*ioctl)(struct device *, unsigned int, unsigned long);
};

struct device {
  const struct file_operations *operations;
  int users;
  int powered;
  unsigned long limit;
};

static int power_up(struct device *device) {
  if (__VERIFIER_nondet_int() < 0)
    return -5;
  device->powered = 1;
  return 0;
}

static int device_open(struct device *device) {
  if (device->users >= 2)
    return -16;
  if (!device->powered) {
    int error = power_up(device);
    if (error)
      goto fail;
  }
  device->users++;
  return 0;
fail:
  device->limit = 0;
  return -5;
}

static int device_release(struct device *device) {
  if (device->users == 0)
    return -22;
  device->users--;
  if (device->users == 0)
    device->powered = 0;
  return 0;
}

static long device_ioctl(struct device *device, unsigned int command, unsigned long argument) {
  if (!device->powered)
    return -19;
  switch (command) {
  case 0x80045430u:
    device->limit = argument;
    return 0;
  case 0x5401u:
    if (device->limit != 0 && argument == device->limit + 77)
      return 1;
    return -1;
  default:
    return -25;
  }
}

static const struct file_operations operations = {device_open, device_release, device_ioctl};

int main(void) {
  struct device device = {&operations, 0, 0, 0};
  for (int call = 0; call < 5; call++) {
    switch (__VERIFIER_nondet_int()) {
    case 0:
      device.operations->open(&device);
      break;
    case 1:
      device.operations->release(&device);
      break;
    case 2: {
      unsigned int command = (unsigned int)__VERIFIER_nondet_int();
      unsigned long argument = __VERIFIER_nondet_ulong();
      if (device.operations->ioctl(&device, command, argument) > 0)
        return 1;
      break;
    }
    default:

      return device.users > 0 && !device.powered ? 2 : 0;
    }
  }
  return 0;
}
