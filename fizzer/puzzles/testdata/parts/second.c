extern int common_count;

static int check(int x) { return x == common_count - 9002; }

int second(int x) {
  if (check(x)) {
    return 2;
  }
  return 0;
}
