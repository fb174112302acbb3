// Exercises: a driver with 32 functions of one type in tables of operations: an input chooses the table, another one the operation.
// executions: 1700 (eight candidates at each of four calls; each function has an equality of its own)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

#define OPERATION(name, number) \
  static int name(int x) { return x == (number) ? 1 : 0; }
#define DRIVER(n) \
  OPERATION(open_##n, 1000 + 111 * n) OPERATION(close_##n, 90000 - 77 * n) \
  OPERATION(read_##n, 5000000 + n) OPERATION(write_##n, -4000 - 13 * n)
DRIVER(0) DRIVER(1) DRIVER(2) DRIVER(3) DRIVER(4) DRIVER(5) DRIVER(6) DRIVER(7)

struct operations {
  int (*open)(int), (*close)(int), (*read)(int), (*write)(int);
};

#define TABLE(n) {open_##n, close_##n, read_##n, write_##n}
static const struct operations drivers[] = {TABLE(0), TABLE(1), TABLE(2), TABLE(3), TABLE(4), TABLE(5), TABLE(6), TABLE(7)};

int main(void) {
  const struct operations *operations = &drivers[__VERIFIER_nondet_uchar() % 8];
  unsigned char command = __VERIFIER_nondet_uchar();
  int argument = __VERIFIER_nondet_int();
  switch (command) {
  case 10:
    return operations->open(argument);
  case 20:
    return operations->close(argument);
  case 30:
    return operations->read(argument);
  case 40:
    return operations->write(argument);
  }
  return -1;
}
