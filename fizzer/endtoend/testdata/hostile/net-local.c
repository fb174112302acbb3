/*
 * tries: to reach others by sockets of this machine: abstract ones, and in a folder, connected and not
 * sees: connection
 * alone: seen
 */
#include "prelude.h"
#include <sys/socket.h>
#include <sys/un.h>

static void reach(const char *name, size_t length, int type) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, name, length);
  socklen_t size = (socklen_t)(sizeof address.sun_family + length);
  long connection = raw(SYS_socket, (long)AF_UNIX, (long)type, 0L);
  raw(SYS_connect, connection, &address, (long)size);
  raw(SYS_sendto, connection, "escaped", 7L, 0L, NULL, 0L);
  connect(socket(AF_UNIX, type, 0), (struct sockaddr *)&address, size);
}

static void attempt(void) {
  reach("\0hostile-abstract", 17, SOCK_STREAM);
  reach("\0hostile-abstract-datagrams", 27, SOCK_DGRAM);
  reach(OUTSIDE "/socket", sizeof OUTSIDE "/socket", SOCK_STREAM);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
