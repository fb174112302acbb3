/*
 * tries: to change and make System V objects: shared memory, semaphores, messages
 * sees: ipc
 * alone: seen
 */
#include "prelude.h"
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

static void attempt(void) {
  struct {
    long type;
    char text[8];
  } message = {2, "escaped"};
  struct sembuf up = {0, 1, 0};
  shmget(IPC_KEY + 1, 4096, IPC_CREAT | 0666);
  semget(IPC_KEY + 1, 1, IPC_CREAT | 0666);
  msgget(IPC_KEY + 1, IPC_CREAT | 0666);
  semop(semget(IPC_KEY, 1, 0), &up, 1);
  msgsnd(msgget(IPC_KEY, 0), &message, sizeof message.text, IPC_NOWAIT);
  char *memory = shmat(shmget(IPC_KEY, 0, 0), NULL, 0);
  if (memory != (char *)-1) {
    memset(memory, 0, 16);
    shmdt(memory);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
