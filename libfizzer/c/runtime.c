/*
 * The target's process. It prepares itself once, then runs batches of inputs in one of two ways:
 *
 * - forked: it forks a process for each input;
 * - persistent: it forks a worker that runs one input after the other and restores the program's state in between.
 *   The worker also takes the following batches. If it dies in a run, the run is recorded with that ending, and a new
 *   worker continues with the next input.
 *
 * The engine writes a batch into the shared memory and its number into the word `command`; the target writes the
 * results into the shared memory and the same number into the word `reply`. Both are futexes on which the other side
 * sleeps, unless it was enough to give way to the writer once (docs/decisions/052-giving-way.md).
 */
#define _GNU_SOURCE
#include "runtime.h"
#include "fork.h"

#include <errno.h>
#include <linux/futex.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Exit statuses of a worker: the engine wants no more; the next batch is to be run forked. */
enum { ENGINE_DONE = 123, HAND_BACK = 124 };

/* The program's main, renamed by the instrumenter. */
extern int __fizzer_program_main(int argc, char **argv, char **environment);
extern char **environ;

/* ending.c: the program's call of exit. */
_Noreturn void __fizzer_replace_exit(int status);

/* Before the first run, code of the program runs only while the executable is loaded: the resolvers of indirect
 * functions. It has no limits, and its conditions are written to a place of their own. */
struct fizzer_state __fizzer_state = {.steps = UINT32_MAX, .limit_depth = UINT32_MAX, .recording = 1};
struct fizzer_memory __fizzer_memory;
struct fizzer_run __fizzer_run;

/* Where a persistent process continues when the program has ended. */
static jmp_buf after_run;

void fizzer_protect(void *variable, size_t size) { mprotect(variable, size, PROT_READ); }

/* Bytes on both sides of a mapping that stay inaccessible. */
#define GUARD ((size_t)1 << 20)

void *fizzer_map(size_t size, int descriptor) {
  size_t whole = (size + FIZZER_PAGE - 1) / FIZZER_PAGE * FIZZER_PAGE + 2 * GUARD;
  uint8_t *reserved = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) {
    return NULL;
  }
  int flags = MAP_FIXED | (descriptor < 0 ? MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE : MAP_SHARED);
  void *start = mmap(reserved + GUARD, size, PROT_READ | PROT_WRITE, flags, descriptor, 0);
  if (start == MAP_FAILED) {
    munmap(reserved, whole);
    return NULL;
  }
  return start;
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
  control->heartbeat++;
  __fizzer_run = (struct fizzer_run){
      .input = __fizzer_memory.input_bytes + input->offset,
      .input_length = input->length,
      .limit_input_bytes = control->states == FIZZER_STATES_NONE ? control->limit_input_bytes : input->length,
      .result = result,
      .fill = (uint8_t)control->fill,
      .stop_at_error = control->stop_at_error != 0,
      .in_program = true,
      .states = control->states,
  };
  struct fizzer_condition *start = __fizzer_memory.conditions + first.first_condition;
  __fizzer_state = (struct fizzer_state){
      .next = start,
      .path = FIZZER_START_PATH,
      .steps = control->limit_steps,
      .call = FIZZER_NO_CALL,
      .limit_depth = control->limit_depth,
      .context_depth = control->context_depth,
      .wides = __fizzer_state.wides,
  };
  fizzer_cut_begin(start, control->limit_conditions);
}

/* Whether the arrays have room, behind the results before index, for another run at its limits. */
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

/* The program may write to the strings of its command line and environment, so each run gets new ones. */
static void call_main(void) {
  static char name[8], variable[9];
  static char *arguments[2], *environment[2];
  memcpy(name, "program", sizeof name);
  memcpy(variable, "LC_ALL=C", sizeof variable);
  arguments[0] = name;
  arguments[1] = NULL;
  environment[0] = variable;
  environment[1] = NULL;
  environ = environment;
  errno = 0;
  __fizzer_replace_exit(__fizzer_program_main(1, arguments, environ));
}

/* Completes the result of a run that was killed before it could record it. */
static void record_death(struct fizzer_result *result, int status) {
  if (result->ending != FIZZER_ENDING_NONE) {
    return;
  }
  result->ending = FIZZER_ENDING_LOST;
  if (WIFSIGNALED(status)) {
    result->ending = fizzer_watch_told() ? FIZZER_ENDING_TIMEOUT : FIZZER_ENDING_CRASHED;
    result->detail = (uint32_t)WTERMSIG(status);
  }
}

/* Waits, under the watchdog, until the process ends; returns its status. */
static int wait_for(pid_t pid) {
  int status = 0;
  fizzer_watch(pid);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  fizzer_watch(0);
  return status;
}

/* Executes the run in a process of its own; false if no process could be made. */
static bool run_forked(uint32_t index) {
  prepare_run(index);
  pid_t pid = fizzer_fork();
  if (pid == 0) {
    fizzer_keep_signals();
    fizzer_watch_forget();
    call_main();
  }
  if (pid < 0) {
    return false;
  }
  record_death(&__fizzer_memory.results[index], wait_for(pid));
  fizzer_clean_scratch();
  return true;
}

_Noreturn void fizzer_next_run(void) { _longjmp(after_run, 1); }

/* Executes the run in this process. The program's state is fresh or has been restored. */
static void run_persistent(uint32_t index) {
  prepare_run(index);
  __fizzer_run.persistent = true;
  if (_setjmp(after_run) == 0) {
    call_main();
  }
}

static void restore_state(void) {
  fizzer_globals_restore();
  fizzer_heap_reset();
  fizzer_library_reset();
}

static bool reached_goal(const struct fizzer_result *result) {
  const struct fizzer_control *control = __fizzer_memory.control;
  if (control->goal_index >= result->condition_count) {
    return false;
  }
  const struct fizzer_condition *condition = &__fizzer_memory.conditions[result->first_condition + control->goal_index];
  return condition->location == control->goal_location && condition->path == control->goal_path;
}

/* The high halves that a forked run recorded are counted in its records. */
static void count_wides(const struct fizzer_result *result) {
  for (uint32_t i = 0; i < result->condition_count; i++) {
    uint32_t wide = __fizzer_memory.conditions[result->first_condition + i].wide;
    if (wide > __fizzer_state.wides) {
      __fizzer_state.wides = wide;
    }
  }
}

/* Counts the run just executed; returns whether it reached the goal. */
static bool complete(uint32_t index) {
  struct fizzer_control *control = __fizzer_memory.control;
  control->completed = index + 1;
  if (index + 1 < control->result_capacity) {
    __fizzer_memory.results[index + 1].ending = FIZZER_ENDING_NONE;
  }
  const struct fizzer_result *result = &__fizzer_memory.results[index];
  if (control->uses_wides != 0) {
    count_wides(result);
  }
  return reached_goal(result);
}

static uint32_t run_batch_forked(void) {
  const struct fizzer_control *control = __fizzer_memory.control;
  for (uint32_t i = 0; i < control->input_count; i++) {
    if (!has_space(i) || !run_forked(i)) {
      return FIZZER_BATCH_ENDING_NO_SPACE;
    }
    if (complete(i)) {
      return FIZZER_BATCH_ENDING_GOAL_REACHED;
    }
  }
  return FIZZER_BATCH_ENDING_COMPLETE;
}

/* Whether this process has executed a run, so that the state must be restored before the next one. */
static bool run_made;

/*
 * Runs the rest of the batch in this process. The progress is kept in the shared memory only: a program that writes
 * beyond its part of the stack must not reset the loop.
 */
static uint32_t run_batch_persistent(void) {
  for (;;) {
    uint32_t index = ((const volatile struct fizzer_control *)__fizzer_memory.control)->completed;
    if (index >= __fizzer_memory.control->input_count) {
      return FIZZER_BATCH_ENDING_COMPLETE;
    }
    if (!has_space(index)) {
      return FIZZER_BATCH_ENDING_NO_SPACE;
    }
    if (run_made) {
      restore_state();
    }
    run_made = true;
    run_persistent(index);
    if (complete(((const volatile struct fizzer_control *)__fizzer_memory.control)->completed)) {
      return FIZZER_BATCH_ENDING_GOAL_REACHED;
    }
  }
}

static void send_reply(void) {
  struct fizzer_control *control = __fizzer_memory.control;
  __atomic_store_n(&control->reply, __atomic_load_n(&control->command, __ATOMIC_RELAXED), __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&control->reply_asleep, __ATOMIC_SEQ_CST) != 0) {
    syscall(SYS_futex, &control->reply, FUTEX_WAKE, 1, NULL, NULL, 0);
  }
}

/* Waits for the next batch; false if the engine wants no more. If the engine dies, a signal ends this process. */
static bool receive_command(void) {
  struct fizzer_control *control = __fizzer_memory.control;
  uint32_t done = control->reply;
  uint32_t command = __atomic_load_n(&control->command, __ATOMIC_ACQUIRE);
  if (command == done && control->yield != 0) {
    syscall(SYS_sched_yield);
    command = __atomic_load_n(&control->command, __ATOMIC_ACQUIRE);
  }
  while (command == done) {
    __atomic_store_n(&control->command_asleep, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &control->command, FUTEX_WAIT, done, NULL, NULL, 0);
    __atomic_store_n(&control->command_asleep, 0, __ATOMIC_RELAXED);
    command = __atomic_load_n(&control->command, __ATOMIC_ACQUIRE);
  }
  return command != FIZZER_COMMAND_END;
}

static void begin_batch(void) {
  struct fizzer_control *control = __fizzer_memory.control;
  control->completed = 0;
  __fizzer_memory.results[0].ending = FIZZER_ENDING_NONE;
  control->heartbeat++;
  control->batch_running = 1;
  fizzer_lean_begin();
}

/* Tells the engine that the batch is over. */
static void end_batch(uint32_t ending) {
  struct fizzer_control *control = __fizzer_memory.control;
  control->batch_ending = ending;
  control->batch_running = 0;
  control->heartbeat++;
  send_reply();
}

/* A worker's life: the rest of the batch, then the batches that follow. */
_Noreturn static void work(void) {
  const struct fizzer_control *control = __fizzer_memory.control;
  fizzer_keep_signals();
  fizzer_watch_forget();
  fizzer_globals_watch();
  if (control->uses_wides != 0) {
    for (uint32_t i = 0; i < control->completed; i++) {
      count_wides(&__fizzer_memory.results[i]);
    }
  }
  run_made = false;
  fizzer_lean_begin(); /* the worker before this one may have begun the batch */
  for (;;) {
    end_batch(run_batch_persistent());
    if (!receive_command()) {
      _exit(ENGINE_DONE);
    }
    begin_batch();
    if (control->mode != FIZZER_MODE_PERSISTENT) {
      _exit(HAND_BACK);
    }
  }
}

/* Records the run in which a worker died; returns whether this ends the batch. */
static bool bury(int status, uint32_t *ending) {
  const struct fizzer_control *control = __fizzer_memory.control;
  uint32_t index = control->completed;
  *ending = FIZZER_BATCH_ENDING_COMPLETE;
  if (control->batch_running == 0 || index >= control->input_count) {
    return true;
  }
  record_death(&__fizzer_memory.results[index], status);
  if (complete(index)) {
    *ending = FIZZER_BATCH_ENDING_GOAL_REACHED;
    return true;
  }
  return control->completed == control->input_count;
}

/* Starts workers that run the batch and the following ones, until one is to be run forked; false if the engine wants
 * no more. */
static bool supervise(void) {
  struct fizzer_control *control = __fizzer_memory.control;
  uint32_t damaged_at = UINT32_MAX; /* completed runs when a worker was last found damaged by the run before */
  for (;;) {
    control->workers++;
    pid_t pid = fizzer_fork();
    if (pid == 0) {
      work();
    }
    if (pid < 0) {
      end_batch(FIZZER_BATCH_ENDING_NO_SPACE);
      return true;
    }
    int status = wait_for(pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == ENGINE_DONE) {
      return false;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == FIZZER_DAMAGED && control->completed != damaged_at) {
      damaged_at = control->completed;
      continue;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == HAND_BACK) {
      end_batch(run_batch_forked());
      return true;
    }
    uint32_t ending;
    if (bury(status, &ending)) {
      if (control->batch_running != 0) {
        end_batch(ending);
      }
      return true;
    }
  }
}

static void map_shared_memory(void) {
  struct stat status;
  if (fstat(FIZZER_SHARED_MEMORY_FD, &status) != 0) {
    _exit(FIZZER_EXIT_NO_MEMORY);
  }
  uint8_t *start = fizzer_map((size_t)status.st_size, FIZZER_SHARED_MEMORY_FD);
  if (start == NULL) {
    _exit(FIZZER_EXIT_NO_MEMORY);
  }
  close(FIZZER_SHARED_MEMORY_FD);
  struct fizzer_control *control = (struct fizzer_control *)(void *)start;
  if (control->magic != FIZZER_MAGIC || control->layout_hash != FIZZER_LAYOUT_HASH) {
    _exit(FIZZER_EXIT_OTHER_LAYOUT);
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
      .follow = (const uint64_t *)(void *)(start + control->follow_offset),
      .covered = (const uint32_t *)(void *)(start + control->covered_offset),
      .lacking = (const uint32_t *)(void *)(start + control->lacking_offset),
      .covered_contexts = (const uint32_t *)(void *)(start + control->covered_contexts_offset),
  };
  fizzer_protect(&__fizzer_memory, sizeof __fizzer_memory);
}

static void prepare(void) {
  map_shared_memory();
  if (fizzer_symbolic_prepare != NULL) {
    fizzer_symbolic_prepare();
  }
  fizzer_lean_prepare();
  tzset(); /* the first function that needs the time zone would do it, and tzname would tell later runs */
  fizzer_globals_prepare();
  fizzer_heap_prepare(__fizzer_memory.control->memory_bytes);
  fizzer_catch_signals();
  fizzer_watch_prepare();
}

int main(void) {
  prepare();
  send_reply();
  bool wanted = true;
  while (wanted && receive_command()) {
    begin_batch();
    if (__fizzer_memory.control->mode == FIZZER_MODE_PERSISTENT) {
      wanted = supervise();
    } else {
      end_batch(run_batch_forked());
    }
  }
  _exit(0);
}
