// mode: forked for pthread_create
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int value;
static void *set(void *unused) {
  value = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  if (value != 0) return 1;
  if (__VERIFIER_nondet_uchar() & 1 && pthread_create(&thread, 0, set, 0) == 0) pthread_join(thread, 0);
  if (value == 1) return 2;
  return 0;
}
