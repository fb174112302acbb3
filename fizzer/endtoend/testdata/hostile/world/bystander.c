/* A process that minds its own business: blocks all signals, so that those sent to it stay pending, and sleeps. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static char precious[] = "precious bystander";

int main(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  printf("%p\n", (void *)precious);
  fflush(stdout);
  for (;;) {
    pause();
  }
}
