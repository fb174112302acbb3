/* How the runtime makes a process, and how a replayed program makes one. */
#ifndef FIZZER_FORK_H
#define FIZZER_FORK_H

#include <sys/types.h>

/* Forks without the C library's fork handlers, which would use the heap and the locks of the process that all runs are
 * forked from. */
pid_t fizzer_fork(void);

/* Restricts this process and its children to signalling each other, if the kernel supports that. */
void fizzer_keep_signals(void);

#endif
