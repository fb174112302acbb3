// Tries to reach the network: a listener waits at PORT of this machine.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() < 0) {
    return 2;
  }
  int connection = socket(AF_INET, SOCK_STREAM, 0);
  if (connection < 0) {
    return 1;
  }
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(PORT);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) {
    write(connection, "escaped", 7);
  }
  close(connection);
  return 0;
}
