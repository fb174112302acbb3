/*
 * The target's process: prepares itself once, then forks one process for each input of each batch.
 *
 * The engine writes a batch into the shared memory and one byte to the command descriptor; the target writes the
 * results into the shared memory and one byte to the reply descriptor. The end of the command descriptor ends it.
 */
#define _GNU_SOURCE
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Exit statuses of the target's own process, named in the engine's error texts. */
enum { NO_SHARED_MEMORY = 120, OTHER_LAYOUT = 121, NO_DESCRIPTORS = 122 };

/* Descriptors are moved up to here, out of the program's way. */
#define FIRST_DESCRIPTOR 500

/* The watchdog looks at a run this many times within its time limit. */
#define TICKS_PER_LIMIT 4

/* The program's main, renamed by the instrumenter. */
extern int __fizzer_program_main(int argc, char **argv, char **environment);
extern char **environ;

struct fizzer_state __fizzer_state;
struct fizzer_memory __fizzer_memory;
struct fizzer_run __fizzer_run;

static int command_fd, reply_fd;
static pid_t *own_thread_id;

static volatile pid_t child;
static volatile unsigned ticks;

/* The cage forbids kill, which could reach other processes. */
static void send(pid_t process, int signal_number) { syscall(SYS_tgkill, process, process, signal_number); }

/* Tells a run that takes too long to end, and kills it when it does not listen. */
static void watch(int signal_number) {
  (void)signal_number;
  if (child <= 0) {
    return;
  }
  ticks++;
  if (ticks == TICKS_PER_LIMIT + 1) {
    send(child, FIZZER_TIMEOUT_SIGNAL);
  } else if (ticks > TICKS_PER_LIMIT + 2) {
    send(child, SIGKILL);
  }
}

static void start_watchdog(uint32_t limit_milliseconds) {
  long microseconds = (long)limit_milliseconds * (1000 / TICKS_PER_LIMIT);
  struct itimerval interval = {.it_interval = {.tv_sec = microseconds / 1000000, .tv_usec = microseconds % 1000000}};
  interval.it_value = interval.it_interval;
  setitimer(ITIMER_REAL, &interval, NULL);
}

static void stop_watchdog(void) {
  struct itimerval never = {.it_value = {0, 0}};
  setitimer(ITIMER_REAL, &never, NULL);
}

/* Forks without the C library's handlers, in the one way that the cage lets pass. */
static pid_t fork_run(void) {
  struct clone_args arguments = {.exit_signal = SIGCHLD};
  if (own_thread_id != NULL) {
    arguments.flags = CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID;
    arguments.child_tid = (uintptr_t)own_thread_id;
  }
  return (pid_t)syscall(SYS_clone3, &arguments, FIZZER_CLONE_ARGUMENTS);
}

static void prepare_run(uint32_t index) {
  struct fizzer_control *control = __fizzer_memory.control;
  const struct fizzer_input *input = &__fizzer_memory.inputs[index];
  struct fizzer_result *result = &__fizzer_memory.results[index];
  struct fizzer_result first = {.call = FIZZER_NO_CALL};
  if (index > 0) {
    const struct fizzer_result *before = result - 1;
    first.first_condition = before->first_condition + before->condition_count;
    first.first_read = before->first_read + before->read_count;
    first.first_byte = before->first_byte + before->byte_count;
  }
  *result = first;
  __fizzer_run = (struct fizzer_run){
      .input = __fizzer_memory.input_bytes + input->offset,
      .input_length = input->length,
      .limit_input_bytes = control->limit_input_bytes,
      .result = result,
      .fill = (uint8_t)control->fill,
      .stop_at_error = control->stop_at_error != 0,
      .in_program = true,
  };
  struct fizzer_condition *start = __fizzer_memory.conditions + first.first_condition;
  __fizzer_state = (struct fizzer_state){
      .next = start,
      .end = start + control->limit_conditions,
      .steps = control->limit_steps,
      .call = FIZZER_NO_CALL,
      .limit_depth = control->limit_depth,
      .context_depth = control->context_depth,
      .wides = __fizzer_state.wides,
  };
}

/* Whether the arrays have room for another run at its limits, after the results before index. */
static bool has_space(uint32_t index) {
  const struct fizzer_control *control = __fizzer_memory.control;
  if (index == 0) {
    __fizzer_state.wides = 0;
    return true;
  }
  const struct fizzer_result *before = &__fizzer_memory.results[index - 1];
  uint32_t conditions = before->first_condition + before->condition_count;
  uint32_t reads = before->first_read + before->read_count;
  uint32_t bytes = before->first_byte + before->byte_count;
  return control->condition_capacity - conditions >= control->limit_conditions &&
         control->read_capacity - reads >= control->limit_input_bytes &&
         control->read_byte_capacity - bytes >= control->limit_input_bytes &&
         control->wide_capacity - __fizzer_state.wides >= control->limit_conditions;
}

_Noreturn static void run_program(void) {
  static char name[] = "program";
  static char *arguments[] = {name, NULL};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  exit(__fizzer_program_main(1, arguments, environ));
}

/* Fills in what a run that was killed could not record itself. */
static void record_death(struct fizzer_result *result, int status) {
  if (result->ending != FIZZER_ENDING_NONE) {
    return;
  }
  result->ending = FIZZER_ENDING_LOST;
  if (WIFSIGNALED(status)) {
    result->ending = ticks > TICKS_PER_LIMIT ? FIZZER_ENDING_TIMEOUT : FIZZER_ENDING_CRASHED;
    result->detail = (uint32_t)WTERMSIG(status);
  }
}

/* Makes the run in a process of its own and waits for its end; false when no process could be made. */
static bool run_forked(uint32_t index) {
  prepare_run(index);
  ticks = 0;
  pid_t pid = fork_run();
  if (pid == 0) {
    run_program();
  }
  if (pid < 0) {
    return false;
  }
  child = pid;
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  child = 0;
  record_death(&__fizzer_memory.results[index], status);
  return true;
}

static bool reached_goal(const struct fizzer_result *result) {
  const struct fizzer_control *control = __fizzer_memory.control;
  if (control->goal_index >= result->condition_count) {
    return false;
  }
  const struct fizzer_condition *condition = &__fizzer_memory.conditions[result->first_condition + control->goal_index];
  return condition->location == control->goal_location && condition->path == control->goal_path;
}

/* High halves recorded by a forked run are counted from what it wrote. */
static void count_wides(const struct fizzer_result *result) {
  for (uint32_t i = 0; i < result->condition_count; i++) {
    uint32_t wide = __fizzer_memory.conditions[result->first_condition + i].wide;
    if (wide > __fizzer_state.wides) {
      __fizzer_state.wides = wide;
    }
  }
}

static uint32_t run_batch(void) {
  struct fizzer_control *control = __fizzer_memory.control;
  for (uint32_t i = 0; i < control->input_count; i++) {
    if (!has_space(i) || !run_forked(i)) {
      return FIZZER_BATCH_ENDING_NO_SPACE;
    }
    control->completed = i + 1;
    const struct fizzer_result *result = &__fizzer_memory.results[i];
    if (control->uses_wides != 0) {
      count_wides(result);
    }
    if (reached_goal(result)) {
      return FIZZER_BATCH_ENDING_GOAL_REACHED;
    }
  }
  return FIZZER_BATCH_ENDING_COMPLETE;
}

static int move_up(int descriptor) {
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
  if (moved < 0) {
    moved = fcntl(descriptor, F_DUPFD_CLOEXEC, FIZZER_REPLY_FD + 1);
  }
  if (moved < 0) {
    _exit(NO_DESCRIPTORS);
  }
  close(descriptor);
  return moved;
}

static void map_shared_memory(void) {
  struct stat status;
  if (fstat(FIZZER_SHARED_MEMORY_FD, &status) != 0) {
    _exit(NO_SHARED_MEMORY);
  }
  uint8_t *start = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, FIZZER_SHARED_MEMORY_FD, 0);
  if (start == MAP_FAILED) {
    _exit(NO_SHARED_MEMORY);
  }
  close(FIZZER_SHARED_MEMORY_FD);
  struct fizzer_control *control = (struct fizzer_control *)(void *)start;
  if (control->magic != FIZZER_MAGIC || control->layout_hash != FIZZER_LAYOUT_HASH) {
    _exit(OTHER_LAYOUT);
  }
  control->pointer_bits = 8 * sizeof(void *);
  __fizzer_memory = (struct fizzer_memory){
      .control = control,
      .inputs = (const struct fizzer_input *)(void *)(start + control->inputs_offset),
      .input_bytes = start + control->input_bytes_offset,
      .results = (struct fizzer_result *)(void *)(start + control->results_offset),
      .conditions = (struct fizzer_condition *)(void *)(start + control->conditions_offset),
      .wides = (struct fizzer_wide *)(void *)(start + control->wides_offset),
      .reads = (struct fizzer_read *)(void *)(start + control->reads_offset),
      .read_bytes = start + control->read_bytes_offset,
  };
}

/* Makes addresses the same in every process, so that comparisons of pointers can be reproduced. */
static void fix_addresses(char **arguments) {
  int persona = personality(0xffffffff);
  if (persona >= 0 && (persona & ADDR_NO_RANDOMIZE) == 0 &&
      personality((unsigned long)persona | ADDR_NO_RANDOMIZE) >= 0) {
    execv("/proc/self/exe", arguments);
  }
}

static void prepare(void) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  map_shared_memory();
  command_fd = move_up(FIZZER_COMMAND_FD);
  reply_fd = move_up(FIZZER_REPLY_FD);
  if (prctl(PR_GET_TID_ADDRESS, &own_thread_id) != 0) {
    own_thread_id = NULL;
  }
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = watch;
  sigaction(SIGALRM, &action, NULL);
  fizzer_cage(__fizzer_memory.control);
  fizzer_catch_signals();
}

static bool send_reply(void) {
  char byte = 'r';
  return write(reply_fd, &byte, 1) == 1;
}

static bool receive_command(void) {
  char byte;
  ssize_t n;
  do {
    n = read(command_fd, &byte, 1);
  } while (n < 0 && errno == EINTR);
  return n == 1;
}

int main(int count, char **arguments) {
  (void)count;
  fix_addresses(arguments);
  prepare();
  struct fizzer_control *control = __fizzer_memory.control;
  for (bool open = send_reply(); open && receive_command(); open = send_reply()) {
    control->completed = 0;
    start_watchdog(control->limit_milliseconds);
    control->batch_ending = run_batch();
    stop_watchdog();
  }
  _exit(0);
}
