/*
 * tries: to send a message to a port of this machine
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
  address.sin_port = htons(DATAGRAM_PORT);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  raw(SYS_sendto, raw(SYS_socket, (long)AF_INET, (long)SOCK_DGRAM, 0L), "escaped", 7L, 0L, &address, (long)sizeof address);
  sendto(socket(AF_INET, SOCK_DGRAM, 0), "escaped", 7, 0, (struct sockaddr *)&address, sizeof address);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 4711) {
    return 1;
  }
  attempt();
  return 0;
}
