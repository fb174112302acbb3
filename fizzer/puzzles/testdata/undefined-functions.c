// Exercises: functions of several types that are defined nowhere: they return inputs.
// executions: 900 (five values: at depth k, 32 k bit flips and a linear descent of 8; a Boolean one needs a flip)
// note: the function device_read, which is defined nowhere and returns an input
extern int device_read(int port);
extern unsigned long long device_serial(void);
extern double device_voltage(const char *name, ...);
extern _Bool device_ready(void);
extern void device_reset(void);

int main(void) {
  device_reset();
  if (!device_ready()) {
    return -1;
  }
  if (device_read(1) == 4660) {
    if (device_serial() == 81985529216486895ULL) {
      if (device_voltage("supply", 3) > 4.75) {
        if (undeclared(1) == 17) {
          return 1;
        }
      }
    }
  }
  return 0;
}
