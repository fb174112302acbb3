// mode: persistent
// Locks that a run leaves locked are free in the next one.
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, set_up;
static pthread_rwlock_t many = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (pthread_mutex_trylock(&lock) != 0) return 1;
  if (pthread_rwlock_trywrlock(&many) != 0) return 2;
  pthread_mutexattr_t recursive;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&set_up, &recursive);
  if (choice & 1) pthread_mutex_lock(&set_up);
  if (pthread_mutex_trylock(&set_up) != 0) return 3;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  if (choice & 2 && pthread_spin_trylock(&spin) != 0) return 4;
  if (choice & 4 && (pthread_mutex_unlock(&lock) != 0 || pthread_rwlock_unlock(&many) != 0)) return 5;
  return pthread_equal(pthread_self(), pthread_self()) ? 6 : 7;
}
