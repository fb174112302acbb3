/*
 * tries: nothing, but has functions of its own that are called mmap, munmap and mprotect
 * sees: works
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

static char room[100];
static int used;

void *mmap(int length) {
  used += length;
  return used <= 100 ? room + used - length : 0;
}

int munmap(void) {
  used = 0;
  return 0;
}

int mprotect(int a) { return -a; }

int main(void) {
  char *block = mmap(10);
  if (block == room && used == 10 && munmap() == 0 && mprotect(-5) == 5 && __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  return 0;
}
