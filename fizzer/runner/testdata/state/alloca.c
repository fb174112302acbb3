// mode: persistent
// Room on the stack holds the same in every run, whatever an earlier run left there.
#include <alloca.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int fill(int blocks) {
  int zeros = 0;
  for (int i = 0; i < blocks; i++) {
    char *block = alloca(100 + i);
    if (block[50] == 0) zeros++;
    memset(block, 1 + i, 100 + i);
  }
  return zeros;
}
static int look(int size) {
  char room[size];
  int zeros = 0;
  for (int i = 0; i < size; i++)
    if (room[i] == 0) zeros++;
  return zeros;
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (fill(choice * 3) != choice * 3) return 1;
  if (look(200) < 150) return 2;
  return 0;
}
