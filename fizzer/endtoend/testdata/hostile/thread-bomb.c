/*
 * tries: to start threads without end
 * sees: crowd
 * needs: namespaces
 * alone: seen
 */
#include "prelude.h"
#include <pthread.h>

static void *wait_for_ever(void *argument) {
  for (;;) {
    pause();
  }
  return NULL;
}

static void attempt(void) {
  pthread_attr_t small;
  pthread_t thread;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  for (int i = 0; i < 100000; i++) {
    pthread_create(&thread, &small, wait_for_ever, NULL);
  }
  pause();
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
