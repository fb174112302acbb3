# 0 "/work/main/examples/array-search.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/main/examples/array-search.c"




extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);



static int sorted(const int *values) {
  for (int i = 1; i < 8; i++) {
    if (values[i - 1] > values[i]) {
      return 0;
    }
  }
  return 1;
}

static int search(const int *values, int key) {
  int low = 0;
  int high = 8 - 1;
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
  int values[8];
  for (int i = 0; i < 8; i++) {
    values[i] = __VERIFIER_nondet_int();
  }
  unsigned char at = __VERIFIER_nondet_uchar();
  int picked = at < 8 ? values[at] : 0;
  if (!sorted(values)) {
    return 1;
  }
  int position = search(values, 4711);
  if (position > 0 && picked == 1000) {
    return 2;
  }
  return 0;
}
