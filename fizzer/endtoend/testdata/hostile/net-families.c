/*
 * tries: sockets of all families, and what needs one of them: devices down, routes, names
 * sees: machine
 * alone: seen as root
 */
#include "prelude.h"
#include <linux/if.h>
#include <linux/sockios.h>
#include <sys/socket.h>

static void attempt(void) {
  for (long family = 0; family < 48; family++) {
    for (long type = 1; type < 6; type++) {
      struct ifreq request;
      memset(&request, 0, sizeof request);
      strcpy(request.ifr_name, "lo");
      long handle = raw(SYS_socket, family, type, 0L);
      raw(SYS_ioctl, handle, SIOCSIFFLAGS, &request);
      raw(SYS_close, handle);
    }
  }
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
