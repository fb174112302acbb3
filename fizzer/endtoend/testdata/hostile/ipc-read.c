/*
 * tries: to read System V objects of others
 * sees: secret, ipc
 * alone: seen
 */
#include "prelude.h"
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/shm.h>

static void attempt(void) {
  struct {
    long type;
    char text[256];
  } message;
  look_for_secret(message.text, msgrcv(msgget(IPC_KEY, 0), &message, sizeof message.text, 0, IPC_NOWAIT));
  char *memory = shmat(shmget(IPC_KEY, 0, 0), NULL, SHM_RDONLY);
  if (memory != (char *)-1) {
    look_for_secret(memory, 256);
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
