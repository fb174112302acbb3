// mode: persistent
// The stack is used up by calls and by huge rooms; the next run has all of it again.
unsigned char __VERIFIER_nondet_uchar(void);
static int deep(int n) {
  volatile char room[5000];
  room[n % 5000] = 1;
  if (n == 0) return 0;
  return room[n % 5000] + deep(n - 1);
}
static int huge(unsigned long size) {
  volatile char room[size];
  for (unsigned long i = 0; i < size; i += size / 50) room[i] = (char)i;
  return room[size / 2] == 3;
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (choice == 0) return deep(150);
  if (choice == 1) return deep(100000);
  if (choice == 2) return huge(3000000000ul);
  if (choice == 3) return huge(20000);
  if (choice == 4) return huge(7000000) + huge(40000000);
  return 0;
}
