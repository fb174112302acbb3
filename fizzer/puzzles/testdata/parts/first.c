extern int common_count;

static int check(int x) { return x == 8001; }

int first(int x) {
  if (check(x)) {
    common_count++;
    return 1;
  }
  return 0;
}
