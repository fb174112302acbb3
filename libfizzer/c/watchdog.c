/*
 * The watchdog ends runs that take too long. It counts the CPU time of the process that makes the run, so that a busy
 * machine does not turn runs into hangs. A run that sleeps uses none: it is ended when it has used no CPU time for as
 * long as its limit, or at the latest after several times its limit by the clock.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

/* Milliseconds between two checks. A process that is ready to run gets CPU time within tens of them even on a machine
 * with many times as much to do as it can. */
#define TICK_MILLISECONDS 25

/* How many times its limit a run may take by the clock. */
#define PATIENCE 20

/* The limit for what a run does after it was told to end. */
#define GRACE_MILLISECONDS 250

/* What is known about the present run. Times of the CPU are in nanoseconds. */
struct watch {
  uint32_t heartbeat; /* of the run */
  bool told;          /* it was told to end */
  uint64_t since;     /* CPU time of its process when the run was first seen, or when it was told to end */
  uint64_t before;    /* CPU time of its process at the last check */
  uint32_t ticks;     /* checks since then */
  uint32_t idle;      /* the last ones of them between which the process used no CPU time */
};

static struct watch watch;
static volatile pid_t watched; /* the process; 0: none */

/* Begins to watch a run. */
static void watch_begin(struct watch *w, uint32_t heartbeat, bool told, uint64_t cpu) {
  *w = (struct watch){.heartbeat = heartbeat, .told = told, .since = cpu, .before = cpu};
}

/* Counts a tick; returns whether the run has exceeded the limit. */
static bool watch_exceeds(struct watch *w, uint64_t cpu, uint32_t limit_milliseconds) {
  uint32_t limit = limit_milliseconds / TICK_MILLISECONDS;
  w->ticks++;
  w->idle = cpu > w->before ? 0 : w->idle + 1;
  w->before = cpu > w->before ? cpu : w->before;
  return w->before - w->since > limit_milliseconds * UINT64_C(1000000) || w->idle > limit ||
         w->ticks / PATIENCE > limit;
}

/* Counts a tick; returns the signal to send, 0: none. */
static int watch_tick(struct watch *w, uint32_t heartbeat, uint64_t cpu, uint32_t limit_milliseconds) {
  if (heartbeat != w->heartbeat) {
    watch_begin(w, heartbeat, false, cpu);
    return 0;
  }
  if (w->told) {
    return watch_exceeds(w, cpu, GRACE_MILLISECONDS) ? SIGKILL : 0;
  }
  if (!watch_exceeds(w, cpu, limit_milliseconds)) {
    return 0;
  }
  watch_begin(w, heartbeat, true, cpu);
  return FIZZER_TIMEOUT_SIGNAL;
}

/* Returns the CPU time of all threads of a process, in nanoseconds; 0: it has ended. The program may define the C
 * library's functions for that itself. */
static uint64_t cpu_time(pid_t process) {
  struct {
    long seconds, nanoseconds;
  } time = {0, 0};
  long clock = (long)(~(unsigned long)process << 3 | 2); /* as clock_getcpuclockid makes it */
  syscall(SYS_clock_gettime, clock, &time);
  return (uint64_t)time.seconds * UINT64_C(1000000000) + (uint64_t)time.nanoseconds;
}

static void tick(int signal_number) {
  (void)signal_number;
  const volatile struct fizzer_control *control = __fizzer_memory.control;
  pid_t process = watched;
  if (process <= 0) {
    return;
  }
  uint64_t cpu = cpu_time(process);
  if (control->batch_running == 0) {
    watch_begin(&watch, control->heartbeat, false, cpu);
    return;
  }
  int number = watch_tick(&watch, control->heartbeat, cpu, control->limit_milliseconds);
  if (number != 0) {
    syscall(SYS_tgkill, process, process, number);
  }
}

void fizzer_watch_prepare(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = tick;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, NULL);
  struct itimerval interval = {.it_interval = {.tv_usec = TICK_MILLISECONDS * 1000L}};
  interval.it_value = interval.it_interval;
  setitimer(ITIMER_REAL, &interval, NULL);
}

void fizzer_watch(pid_t process) {
  watched = 0;
  if (process != 0) {
    watch_begin(&watch, __fizzer_memory.control->heartbeat, false, 0);
  }
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  watched = process;
}

bool fizzer_watch_told(void) { return watch.told && watch.heartbeat == __fizzer_memory.control->heartbeat; }

void fizzer_watch_forget(void) { signal(SIGALRM, SIG_DFL); }
