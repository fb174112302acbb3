// Exercises: a device driver: a table of function pointers called by an input, reference counts, error paths that undo.
// family: DeviceDriversLinux64
// expected: 28/29 goals
// budget: 200000 executions
#include <stddef.h>

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
      /* whoever is counted as user has power */
      return device.users > 0 && !device.powered ? 2 : 0;
    }
  }
  return 0;
}
