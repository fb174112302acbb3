// mode: persistent
// Thread-local variables are ordinary ones in a program that starts no thread.
unsigned char __VERIFIER_nondet_uchar(void);
static __thread int counter = 3;
_Thread_local unsigned char last, all[5000];
static int count(void) {
  static __thread int calls;
  return ++calls;
}
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (counter != 3 || last != 0 || all[4999] != 0 || count() != 1) return 1;
  if (choice & 1) counter++;
  if (choice & 2) last = choice;
  if (choice & 4) all[4999] = 1;
  return counter;
}
