/* The rules of the watchdog, with a clock and a CPU of our own: each check sees what the process has used until then.
 * Prints what differs; the status says whether anything does. */
#include "../c/watchdog.c"

#include <stdio.h>

struct fizzer_memory __fizzer_memory;

enum { LIMIT = 1000, ENOUGH = 100000 };

static const uint64_t millisecond = 1000000;

/* Returns after how many checks the run gets the first signal, and the second one, if each check sees that much more
 * CPU time in every_th check. */
static void signals(uint64_t each, uint32_t every, uint32_t at[2], int numbers[2]) {
  struct watch w;
  uint64_t cpu = 5000 * millisecond; /* of runs before */
  watch_begin(&w, 1, false, cpu);
  watch_tick(&w, 2, cpu, LIMIT); /* the run is seen */
  int sent = 0;
  for (uint32_t i = 1; i < ENOUGH && sent < 2; i++) {
    cpu += i % every == 0 ? each : 0;
    int number = watch_tick(&w, 2, cpu, LIMIT);
    if (number != 0) {
      at[sent] = i;
      numbers[sent++] = number;
    }
  }
}

static int wrong;

static void expect(const char *what, uint32_t got, uint32_t least, uint32_t most) {
  if (got < least || got > most) {
    printf("%s: %u, want %u to %u\n", what, got, least, most);
    wrong = 1;
  }
}

int main(void) {
  struct {
    const char *name;
    uint64_t each;
    uint32_t every, least, most;
  } cases[] = {
      {"alone on its processor", TICK_MILLISECONDS * millisecond, 1, 41, 41},
      {"half of a processor", TICK_MILLISECONDS * millisecond / 2, 1, 81, 81},
      {"a sixth of a processor, in bursts", TICK_MILLISECONDS * millisecond, 6, 246, 246},
      {"asleep", 0, 1, 41, 41},
      {"asleep but for a moment now and then", 1000, 10, 820, 820},
  };
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t at[2] = {0, 0};
    int numbers[2] = {0, 0};
    signals(cases[i].each, cases[i].every, at, numbers);
    expect(cases[i].name, at[0], cases[i].least, cases[i].most);
    expect("the first signal", (uint32_t)numbers[0], FIZZER_TIMEOUT_SIGNAL, FIZZER_TIMEOUT_SIGNAL);
    expect("the second signal", (uint32_t)numbers[1], SIGKILL, SIGKILL);
    expect("checks between the two", at[1] - at[0], GRACE_MILLISECONDS / TICK_MILLISECONDS + 1, 220);
  }
  struct watch w;
  watch_begin(&w, 1, false, 0);
  for (uint32_t i = 0; i < ENOUGH; i++) { /* many runs, each shorter than the limit */
    expect("a signal to a new run", (uint32_t)watch_tick(&w, i / 30, i * TICK_MILLISECONDS * millisecond, LIMIT), 0, 0);
  }
  uint64_t before = cpu_time(getpid());
  for (volatile uint32_t i = 0; i < 10000000; i++) {
  }
  if (cpu_time(getpid()) <= before) {
    puts("the CPU time of a process does not grow");
    wrong = 1;
  }
  return wrong;
}
