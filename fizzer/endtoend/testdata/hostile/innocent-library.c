/*
 * tries: nothing, but uses much of the C library: files of its own, time, signals, memory, locale
 * sees: works
 */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
void reach_error(void) { GOAL; }

static volatile int caught;

static void take(int number) { caught = number; }

int main(void) {
  char text[64] = "";
  FILE *file = fopen("mine.txt", "w+");
  if (!file || fputs("hello", file) < 0 || fseek(file, 0, SEEK_SET) != 0 || !fgets(text, sizeof text, file)) {
    return 1;
  }
  fclose(file);
  remove("mine.txt");
  signal(SIGUSR1, take);
  raise(SIGUSR1);
  char *block = malloc(1 << 20);
  usleep(1);
  if (strcmp(text, "hello") == 0 && caught == SIGUSR1 && block && time(NULL) > 0 && clock() >= 0 && setlocale(LC_ALL, "C") &&
      getpid() > 0 && __VERIFIER_nondet_int() != 77) {
    reach_error();
  }
  free(block);
  return 0;
}
