// Exercises: arrays: an input array that must be sorted, binary search in it, an element picked by an input index.
// family: Arrays
// expected: 18/18 goals
// budget: 200000 executions
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 8

static int sorted(const int *values) {
  for (int i = 1; i < SIZE; i++) {
    if (values[i - 1] > values[i]) {
      return 0;
    }
  }
  return 1;
}

static int search(const int *values, int key) {
  int low = 0;
  int high = SIZE - 1;
  while (low <= high) {
    int middle = (low + high) / 2;
    if (values[middle] == key) {
      return middle;
    }
    if (values[middle] < key) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

int main(void) {
  int values[SIZE];
  for (int i = 0; i < SIZE; i++) {
    values[i] = __VERIFIER_nondet_int();
  }
  unsigned char at = __VERIFIER_nondet_uchar();
  int picked = at < SIZE ? values[at] : 0;
  if (!sorted(values)) {
    return 1;
  }
  int position = search(values, 4711);
  if (position > 0 && picked == 1000) {
    return 2;
  }
  return 0;
}
