// Exercises: a structure on the stack of which an input says which member is set.
extern int __VERIFIER_nondet_int(void);

struct item {
  char kind;
  short count;
  int sum;
  long long total;
  double weight;
};

int main(void) {
  struct item item;
  int member = __VERIFIER_nondet_int();
  if (member == 1) {
    item.kind = 'a';
  }
  if (member == 2) {
    item.count = 5;
  }
  if (item.kind != 0) {
    return 1;
  }
  if (item.count != 0) {
    return 2;
  }
  if (item.total > 1000) {
    return 3;
  }
  return 0;
}
