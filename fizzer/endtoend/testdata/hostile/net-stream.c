/*
 * tries: to reach the network: a listener waits at a port of this machine
 * sees: connection
 * alone: seen
 */
#include "prelude.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

static void attempt(void) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(PORT);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) {
    write(connection, "escaped", 7);
  }
  long other = raw(SYS_socket, (long)AF_INET, (long)SOCK_STREAM, 0L);
  raw(SYS_connect, other, &address, (long)sizeof address);
#ifdef SYS_socketcall
  long create[3] = {AF_INET, SOCK_STREAM, 0};
  long third = raw(SYS_socketcall, 1L, create);
  long join[3] = {third, (long)&address, sizeof address};
  raw(SYS_socketcall, 3L, join);
#endif
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
