/* Calls a fuzz target with the content of each file that is named, each in a process of its own. What gcc's coverage code counted until
 * a crash or a timeout is kept. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void __gcov_dump(void);

enum { MAX_BYTES = 1 << 20, MAX_SECONDS = 2 };

static void end(int number) {
  __gcov_dump();
  _exit(128 + number);
}

static void run(const char *name) {
  static uint8_t bytes[MAX_BYTES];
  static char stack[1 << 16]; /* for the handler, should the program have used up its own */
  FILE *file = fopen(name, "rb");
  if (file == NULL) {
    perror(name);
    _exit(1);
  }
  size_t length = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  uint8_t *data = malloc(length > 0 ? length : 1);
  for (size_t i = 0; i < length; i++)
    data[i] = bytes[i];
  sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
  struct sigaction action = {.sa_handler = end, .sa_flags = SA_ONSTACK};
  int numbers[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGALRM};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    sigaction(numbers[i], &action, NULL);
  alarm(MAX_SECONDS);
  LLVMFuzzerTestOneInput(data, length);
  exit(0);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    pid_t child = fork();
    if (child == 0)
      run(argv[i]);
    if (child < 0 || waitpid(child, NULL, 0) != child) {
      perror(argv[0]);
      return 1;
    }
  }
  _exit(0); /* nothing of this process is counted */
}
