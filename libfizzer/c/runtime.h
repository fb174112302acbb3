/* What the source files of the runtime share. */
#ifndef FIZZER_RUNTIME_H
#define FIZZER_RUNTIME_H

#include "layout.h"
#include "state.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define FIZZER_PAGE 4096

/* For a variable that is set before the first run and never again: fizzer_protect keeps the program's wild writes out.
 */
#define FIZZER_PROTECTED __attribute__((aligned(FIZZER_PAGE)))

/* The shared memory and its arrays. */
struct FIZZER_PROTECTED fizzer_memory {
  struct fizzer_control *control;
  const struct fizzer_input *inputs;
  const uint8_t *input_bytes;
  struct fizzer_result *results;
  struct fizzer_condition *conditions;
  struct fizzer_wide *wides;
  struct fizzer_read *reads;
  uint8_t *read_bytes;
  const uint64_t *follow;
  const uint32_t *covered;
  const uint32_t *lacking;
  const uint32_t *covered_contexts;
};

/* The current run. */
struct fizzer_run {
  const uint8_t *input; /* bytes given to the input functions */
  uint32_t input_length;
  uint32_t limit_input_bytes;
  struct fizzer_result *result; /* the run's result; its first_* fields are set before the run */
  uint32_t reads;               /* inputs read */
  uint32_t conditions_left;     /* conditions that may be evaluated behind state->end */
  uint32_t chunks;              /* chunks recorded so far */
  uint32_t chunks_left;         /* chunks that may still be recorded once the run has left the path followed */
  uint32_t wides;               /* wides recorded when the run was cut */
  uint32_t followed;            /* conditions known to be on the path followed, once the run has left it */
  bool left;                    /* the run has left the path followed */
  struct fizzer_condition *cut; /* the first condition that is not recorded; NULL: all are */
  uint8_t fill;                 /* value of bytes beyond the input */
  bool stop_at_error;
  bool in_program; /* the program is running: its ending must be recorded */
  bool persistent; /* the process continues after the run */
  uint32_t states; /* an enum states */
};

extern struct fizzer_memory __fizzer_memory;
extern struct fizzer_run __fizzer_run;

/* runtime.c: makes the pages of a protected variable read-only. */
void fizzer_protect(void *variable, size_t size);

/* runtime.c: maps the descriptor, or anonymous memory for -1, with inaccessible room on both sides; NULL: no memory. */
void *fizzer_map(size_t size, int descriptor);

/* symbolic.c, in the second form of a program only: maps the memory for expressions. */
__attribute__((weak)) void fizzer_symbolic_prepare(void);

/* scratch.c: removes what the run left in the working directory. */
void fizzer_clean_scratch(void);

/* cut.c: prepares the run for a number of conditions from start on; completes its result. */
void fizzer_cut_begin(struct fizzer_condition *start, uint32_t limit);
void fizzer_cut_end(struct fizzer_result *result);

/* cut.c, in the lean form: maps the table of directions that are not covered; brings it up to date for the batch. */
void fizzer_lean_prepare(void);
void fizzer_lean_begin(void);

/* ending.c: turns crashes and timeouts into endings; called once before the first run. */
void fizzer_catch_signals(void);

/* runtime.c: leaves the program; a persistent process continues with the next run. */
_Noreturn void fizzer_next_run(void);

/* watchdog.c: starts the timer, before the first run; watches a process from now on, 0: none; whether the present run
 * was told that it takes too long; keeps the program's own timers from the watchdog, called in each new process. */
void fizzer_watch_prepare(void);
void fizzer_watch(pid_t process);
bool fizzer_watch_told(void);
void fizzer_watch_forget(void);

/* heap.c: maps the arena within half of the memory (0: unlimited); empties it; allocates a block, NULL if full. */
void fizzer_heap_prepare(uint64_t memory_bytes);
void fizzer_heap_reset(void);
void *fizzer_heap_take(size_t size);

/* globals.c: saves the first values; starts to watch for writes; restores the first values. */
void fizzer_globals_prepare(void);
void fizzer_globals_watch(void);
void fizzer_globals_restore(void);

/* globals.c: a hash of what the program's variables hold; 0: there are too many to look at. */
uint64_t fizzer_globals_hash(void);

/* globals.c: whether the fault at the address was the first write to a watched page, which may now be repeated. */
bool fizzer_globals_fault(void *address);

/* library.c: clears what a run left in the C library; runs the program's exit handlers, or those of quick_exit. */
void fizzer_library_reset(void);
void fizzer_run_exit_handlers(int status, bool quick);

/* Exit status of a worker that got a signal between two runs: the previous run has damaged it. */
#define FIZZER_DAMAGED 125

/* Signal that tells a run that takes too long to end. */
#define FIZZER_TIMEOUT_SIGNAL SIGXCPU

#endif
