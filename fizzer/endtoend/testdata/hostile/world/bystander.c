/* A process that minds its own business: blocks all signals, so that those sent to it stay pending, and sleeps. */
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static char precious[4096] = "precious bystander";

int main(int count, char **arguments) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  if (count > 1) { /* a secret in its memory */
    snprintf(precious + 64, sizeof precious - 64, "%s", arguments[1]);
  }
  printf("%p\n", (void *)precious);
  fflush(stdout);
  for (;;) {
    pause();
  }
}
