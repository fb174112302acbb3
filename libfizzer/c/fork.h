/* How the runtime makes a process, and the replay lets a program make one. */
#ifndef FIZZER_FORK_H
#define FIZZER_FORK_H

#include <sys/types.h>

/* Forks without the C library's handlers, which would use the heap and the locks of the process that all runs come
 * from. */
pid_t fizzer_fork(void);

/* Lets this process, and those that it makes, signal none but themselves, where the kernel can do that. */
void fizzer_keep_signals(void);

#endif
