// mode: persistent
// Clocks begin at the same moment in each run and go on when they are asked. A program that waits for a moment comes to it.
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  time_t start = time(0), second;
  if (start != 1767225600 || time(&second) != second) return 1;
  struct timeval day;
  struct timespec up, later;
  gettimeofday(&day, 0);
  clock_gettime(CLOCK_MONOTONIC, &up);
  if (day.tv_sec != start || up.tv_sec > start / 2) return 2;
  sleep(choice);
  clock_gettime(CLOCK_MONOTONIC, &later);
  if (later.tv_sec != up.tv_sec + choice) return 3;
  clock_t end = clock() + 2 * CLOCKS_PER_SEC;
  int asked = 0;
  while (clock() < end) asked++;
  if (choice & 1) usleep(1500000);
  struct timespec wait = {3, 0};
  if (choice & 2) nanosleep(&wait, 0);
  while (time(0) < start + 5) asked++;
  return asked % 128;
}
