/*
 * tries: to change and make shared memory and semaphores that have names
 * sees: file
 * alone: seen
 */
#include "prelude.h"
#include <semaphore.h>

static void attempt(void) {
  int memory = shm_open("/precious", O_RDWR, 0);
  ftruncate(memory, 3);
  write(memory, "esc", 3);
  shm_open("/made", O_CREAT | O_RDWR, 0666);
  sem_open("/hostile", O_CREAT, 0666, 1);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
