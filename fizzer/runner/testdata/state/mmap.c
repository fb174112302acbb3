// mode: forked for mmap
#include <sys/mman.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  char *wanted = (char *)0x20000000;
  char *page = mmap(wanted, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page != wanted) return 1; // an earlier run has it
  if (page[5]) return 2;
  page[5] = 1;
  if (choice & 1) munmap(page, 4096);
  if (choice == 2) mprotect(page, 4096, PROT_READ);
  page[6] = 1;
  return 0;
}
